// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IDepository} from "../src/interfaces/IDepository.sol";
import {Bomb, ContractSigner, Reentrant, Rejector} from "./support/Accounts.sol";
import {DepositoryFixture} from "./support/DepositoryFixture.sol";
import {BlockingToken, FeeToken, HookToken, RebasingToken, SurchargeToken} from "./support/WeirdTokens.sol";
import {vm} from "./support/Vm.sol";

contract WithdrawTest is DepositoryFixture {
    /// @dev Order of the curve's group.
    uint256 private constant N = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141;

    function testFuzz_PaysWhatWasSigned(uint256 held, uint256 amount, uint256 nonce) public {
        held = 1 + held % CAPACITY;
        amount = 1 + amount % held;
        deposit(ID, held);
        IDepository.Withdrawal memory withdrawal = single(address(token), ID, user, amount, nonce);
        bytes memory signature = sign(withdrawal);
        vm.expectEmit(address(depository));
        emit IDepository.Released(ID, user, address(token), amount, recipient);
        vm.expectEmit(address(depository));
        emit IDepository.Withdrawn(nonce, address(token), recipient, amount);
        vm.prank(stranger);
        depository.withdraw(withdrawal, signature);
        vm.assertEq(token.balanceOf(recipient), amount);
        vm.assertEq(depository.escrowOf(ID, user, address(token)), held - amount);
        vm.assertEq(depository.totalEscrow(address(token)), held - amount);
        vm.assertTrue(depository.isNonceUsed(nonce));
    }

    function test_PaysNative() public {
        depositNative(ID, 5);
        execute(single(NATIVE, ID, user, 5, 1));
        vm.assertEq(recipient.balance, 5);
        vm.assertEq(depository.totalEscrow(NATIVE), 0);
    }

    function test_PaysManyReleasesAtOnce() public {
        deposit(ID, 3);
        deposit(OTHER_ID, 4);
        token.mint(address(depository), 5);
        IDepository.Withdrawal memory withdrawal = single(address(token), ID, user, 12, 1);
        withdrawal.releases = new IDepository.Release[](3);
        withdrawal.releases[0] = IDepository.Release(ID, user, 3);
        withdrawal.releases[1] = IDepository.Release(0, address(0), 5);
        withdrawal.releases[2] = IDepository.Release(OTHER_ID, user, 4);
        execute(withdrawal);
        vm.assertEq(token.balanceOf(recipient), 12);
        vm.assertEq(depository.totalEscrow(address(token)), 0);
    }

    function test_NeverReleasesMoreThanAnIdHolds() public {
        deposit(ID, 3);
        deposit(OTHER_ID, 100);
        expectRefusal(
            single(address(token), ID, user, 4, 1),
            abi.encodeWithSelector(IDepository.InsufficientEscrow.selector, ID, user, 3, 4)
        );
        execute(single(address(token), ID, user, 2, 1));
        expectRefusal(
            single(address(token), ID, user, 2, 2),
            abi.encodeWithSelector(IDepository.InsufficientEscrow.selector, ID, user, 1, 2)
        );
    }

    function test_OneIdNamedTwiceIsCountedTwice() public {
        deposit(ID, 3);
        deposit(OTHER_ID, 3);
        IDepository.Withdrawal memory withdrawal = single(address(token), ID, user, 4, 1);
        withdrawal.releases = new IDepository.Release[](2);
        withdrawal.releases[0] = IDepository.Release(ID, user, 2);
        withdrawal.releases[1] = IDepository.Release(ID, user, 2);
        expectRefusal(withdrawal, abi.encodeWithSelector(IDepository.InsufficientEscrow.selector, ID, user, 1, 2));
    }

    function test_TheReleasesMustAddUp() public {
        deposit(ID, 10);
        IDepository.Withdrawal memory withdrawal = single(address(token), ID, user, 4, 1);
        withdrawal.amount = 5;
        expectRefusal(withdrawal, abi.encodeWithSelector(IDepository.AmountMismatch.selector, 5, 4));
        withdrawal.amount = 0;
        withdrawal.releases = new IDepository.Release[](0);
        expectRefusal(withdrawal, abi.encodeWithSelector(IDepository.ZeroAmount.selector));
        withdrawal = single(address(token), ID, user, 0, 1);
        expectRefusal(withdrawal, abi.encodeWithSelector(IDepository.ZeroAmount.selector));
    }

    function test_ReleasesCannotOverflow() public {
        deposit(ID, 10);
        token.mint(address(depository), 1);
        IDepository.Withdrawal memory withdrawal = single(address(token), ID, user, 1, 1);
        withdrawal.releases = new IDepository.Release[](2);
        withdrawal.releases[0] = IDepository.Release(0, address(0), type(uint256).max);
        withdrawal.releases[1] = IDepository.Release(ID, user, 2);
        bytes memory signature = sign(withdrawal);
        vm.expectRevert();
        depository.withdraw(withdrawal, signature);
    }

    // Surplus

    function test_SurplusIsWhatBelongsToNobody() public {
        deposit(ID, 10);
        expectRefusal(
            single(address(token), 0, address(0), 1, 1),
            abi.encodeWithSelector(IDepository.InsufficientSurplus.selector, 0, 1)
        );
        token.mint(address(depository), 5);
        vm.assertEq(depository.surplusOf(address(token)), 5);
        expectRefusal(
            single(address(token), 0, address(0), 6, 1),
            abi.encodeWithSelector(IDepository.InsufficientSurplus.selector, 5, 6)
        );
        execute(single(address(token), 0, address(0), 5, 1));
        vm.assertEq(depository.surplusOf(address(token)), 0);
        vm.assertEq(depository.totalEscrow(address(token)), 10);
    }

    function test_EscrowReleasedInTheSameWithdrawalIsNoSurplus() public {
        deposit(ID, 10);
        IDepository.Withdrawal memory withdrawal = single(address(token), ID, user, 11, 1);
        withdrawal.releases = new IDepository.Release[](2);
        withdrawal.releases[0] = IDepository.Release(ID, user, 10);
        withdrawal.releases[1] = IDepository.Release(0, address(0), 1);
        expectRefusal(withdrawal, abi.encodeWithSelector(IDepository.InsufficientSurplus.selector, 0, 1));
    }

    function test_SurplusIsNativeToo() public {
        depositNative(ID, 10);
        vm.deal(address(depository), 13);
        execute(single(NATIVE, 0, address(0), 3, 1));
        vm.assertEq(recipient.balance, 3);
        vm.assertEq(address(depository).balance, 10);
    }

    function test_IdZeroNeedsDepositorZero() public {
        token.mint(address(depository), 5);
        expectRefusal(
            single(address(token), 0, user, 1, 1),
            abi.encodeWithSelector(IDepository.InsufficientEscrow.selector, bytes32(0), user, 0, 1)
        );
        expectRefusal(
            single(address(token), ID, address(0), 1, 1),
            abi.encodeWithSelector(IDepository.InsufficientEscrow.selector, ID, address(0), 0, 1)
        );
    }

    function test_SurplusIsZeroAfterABalanceShrank() public {
        RebasingToken rebasing = new RebasingToken();
        rebasing.mint(user, 10);
        vm.startPrank(user);
        rebasing.approve(address(depository), 10);
        depository.depositErc20(user, address(rebasing), 10, ID);
        vm.stopPrank();
        rebasing.slash(address(depository), 4);
        vm.assertEq(depository.surplusOf(address(rebasing)), 0);
        execute(single(address(rebasing), ID, user, 6, 1));
        vm.assertEq(rebasing.balanceOf(recipient), 6);
    }

    // Signatures

    function test_ANonceIsUsedOnce() public {
        deposit(ID, 10);
        IDepository.Withdrawal memory withdrawal = single(address(token), ID, user, 3, 7);
        execute(withdrawal);
        expectRefusal(withdrawal, abi.encodeWithSelector(IDepository.NonceUsed.selector, 7));
        withdrawal = single(address(token), ID, user, 1, 7);
        expectRefusal(withdrawal, abi.encodeWithSelector(IDepository.NonceUsed.selector, 7));
        vm.assertFalse(depository.isNonceUsed(6));
        vm.assertFalse(depository.isNonceUsed(8));
        execute(single(address(token), ID, user, 1, 8));
    }

    function test_RefusesAStrangersSignature() public {
        deposit(ID, 10);
        IDepository.Withdrawal memory withdrawal = single(address(token), ID, user, 3, 1);
        bytes memory reason = abi.encodeWithSelector(IDepository.InvalidSignature.selector);
        expectRefusal(withdrawal, signWith(0xbad, withdrawal), reason);
        expectRefusal(withdrawal, "", reason);
        expectRefusal(withdrawal, new bytes(65), reason);
        expectRefusal(withdrawal, new bytes(64), reason);
        expectRefusal(withdrawal, new bytes(66), reason);
    }

    function test_RefusesTheHighSTwin() public {
        deposit(ID, 10);
        IDepository.Withdrawal memory withdrawal = single(address(token), ID, user, 3, 1);
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(ALLOCATOR_KEY, depository.hashWithdrawal(withdrawal));
        bytes memory twin = abi.encodePacked(r, bytes32(N - uint256(s)), v == 27 ? uint8(28) : uint8(27));
        expectRefusal(withdrawal, twin, abi.encodeWithSelector(IDepository.InvalidSignature.selector));
        bytes memory zeroV = abi.encodePacked(r, s, v - 27);
        expectRefusal(withdrawal, zeroV, abi.encodeWithSelector(IDepository.InvalidSignature.selector));
    }

    function testFuzz_RefusesAnyChangeAfterSigning(uint8 field, uint256 change) public {
        deposit(ID, 10);
        token.mint(address(depository), 10);
        IDepository.Withdrawal memory withdrawal = single(address(token), ID, user, 3, 1);
        bytes memory signature = sign(withdrawal);
        change = 1 + change % type(uint64).max;
        field = field % 8;
        if (field == 0) withdrawal.token = address(uint160(address(token)) ^ uint160(change));
        if (field == 1) withdrawal.to = address(uint160(recipient) ^ uint160(change));
        if (field == 2) withdrawal.amount ^= change;
        if (field == 3) withdrawal.nonce ^= change;
        if (field == 4) withdrawal.expiry = block.timestamp + 61 + change % 800;
        if (field == 5) withdrawal.releases[0].id ^= bytes32(change);
        if (field == 6) withdrawal.releases[0].depositor = address(uint160(user) ^ uint160(change));
        if (field == 7) withdrawal.releases[0].amount ^= change;
        vm.assume(withdrawal.to != address(0) && withdrawal.to != address(depository));
        expectRefusal(withdrawal, signature, abi.encodeWithSelector(IDepository.InvalidSignature.selector));
    }

    function test_RefusesAnotherChainsSignature() public {
        deposit(ID, 10);
        IDepository.Withdrawal memory withdrawal = single(address(token), ID, user, 3, 1);
        bytes memory signature = sign(withdrawal);
        vm.chainId(424_242);
        expectRefusal(withdrawal, signature, abi.encodeWithSelector(IDepository.InvalidSignature.selector));
        execute(withdrawal);
    }

    function test_RefusesAnotherDepositorysSignature() public {
        IDepository.Withdrawal memory withdrawal = single(address(token), ID, user, 3, 1);
        bytes memory signature = sign(withdrawal);
        setUp();
        deposit(ID, 10);
        withdrawal.token = address(token);
        expectRefusal(withdrawal, signature, abi.encodeWithSelector(IDepository.InvalidSignature.selector));
    }

    function test_AContractCanBeTheAllocator() public {
        deposit(ID, 10);
        ContractSigner signer = new ContractSigner();
        vm.prank(owner);
        depository.proposeAllocator(address(signer));
        vm.warp(START + 48 hours);
        vm.prank(owner);
        depository.applyAllocator();
        IDepository.Withdrawal memory withdrawal = single(address(token), ID, user, 3, 1);
        expectRefusal(withdrawal, hex"01", abi.encodeWithSelector(IDepository.InvalidSignature.selector));
        expectRefusal(withdrawal, sign(withdrawal), abi.encodeWithSelector(IDepository.InvalidSignature.selector));
        signer.accept(depository.hashWithdrawal(withdrawal));
        depository.withdraw(withdrawal, hex"01");
        vm.assertEq(token.balanceOf(recipient), 3);
    }

    function test_ExpiryIsNearAndNotPast() public {
        deposit(ID, 10);
        IDepository.Withdrawal memory withdrawal = single(address(token), ID, user, 1, 1);
        withdrawal.expiry = START - 1;
        expectRefusal(withdrawal, abi.encodeWithSelector(IDepository.InvalidExpiry.selector, START - 1));
        withdrawal.expiry = START + 15 minutes + 1;
        expectRefusal(withdrawal, abi.encodeWithSelector(IDepository.InvalidExpiry.selector, withdrawal.expiry));
        withdrawal.expiry = type(uint256).max;
        expectRefusal(withdrawal, abi.encodeWithSelector(IDepository.InvalidExpiry.selector, withdrawal.expiry));
        withdrawal.expiry = START;
        execute(withdrawal);
        withdrawal.nonce = 2;
        withdrawal.expiry = START + 15 minutes;
        execute(withdrawal);
    }

    // Payment

    function test_RefusesToPayNobodyOrItself() public {
        deposit(ID, 10);
        IDepository.Withdrawal memory withdrawal = single(address(token), ID, user, 1, 1);
        withdrawal.to = address(0);
        expectRefusal(withdrawal, abi.encodeWithSelector(IDepository.InvalidRecipient.selector, address(0)));
        withdrawal.to = address(depository);
        expectRefusal(withdrawal, abi.encodeWithSelector(IDepository.InvalidRecipient.selector, address(depository)));
    }

    function test_ARejectingRecipientLeavesEverythingAsItWas() public {
        depositNative(ID, 10);
        IDepository.Withdrawal memory withdrawal = single(NATIVE, ID, user, 1, 1);
        withdrawal.to = address(new Rejector());
        expectRefusal(withdrawal, abi.encodeWithSelector(IDepository.NativeTransferFailed.selector, withdrawal.to, 1));
        withdrawal.to = address(new Bomb());
        expectRefusal(withdrawal, abi.encodeWithSelector(IDepository.NativeTransferFailed.selector, withdrawal.to, 1));
        vm.assertFalse(depository.isNonceUsed(1));
        vm.assertEq(depository.escrowOf(ID, user, NATIVE), 10);
    }

    function test_ABlockedRecipientLeavesEverythingAsItWas() public {
        BlockingToken blocking = new BlockingToken();
        blocking.mint(user, 5);
        vm.startPrank(user);
        blocking.approve(address(depository), 5);
        depository.depositErc20(user, address(blocking), 5, ID);
        vm.stopPrank();
        blocking.setBlocked(recipient, true);
        expectRefusal(
            single(address(blocking), ID, user, 5, 1),
            abi.encodeWithSelector(BlockingToken.Blocked.selector, recipient)
        );
        blocking.setBlocked(recipient, false);
        execute(single(address(blocking), ID, user, 5, 1));
        vm.assertEq(blocking.balanceOf(recipient), 5);
    }

    function test_AFeeTokenCostsItsRecipientNotTheOthers() public {
        FeeToken fee = new FeeToken();
        fee.mint(user, 1_000);
        vm.startPrank(user);
        fee.approve(address(depository), 1_000);
        depository.depositErc20(user, address(fee), 1_000, ID);
        vm.stopPrank();
        execute(single(address(fee), ID, user, 900, 1));
        vm.assertEq(fee.balanceOf(recipient), 891);
        vm.assertEq(fee.balanceOf(address(depository)), depository.totalEscrow(address(fee)));
    }

    function test_RefusesATokenThatDebitsMoreThanItPays() public {
        SurchargeToken surcharge = new SurchargeToken();
        surcharge.mint(user, 2_000);
        vm.startPrank(user);
        surcharge.approve(address(depository), 2_000);
        depository.depositErc20(user, address(surcharge), 1_000, ID);
        depository.depositErc20(user, address(surcharge), 1_000, OTHER_ID);
        vm.stopPrank();
        surcharge.setCharging(true);
        expectRefusal(
            single(address(surcharge), ID, user, 1_000, 1),
            abi.encodeWithSelector(IDepository.ExcessDebit.selector, address(surcharge), 1_000, 1_010)
        );
    }

    function test_AReentrantRecipientGetsNothingMore() public {
        depositNative(ID, 10);
        Reentrant reentrant = new Reentrant();
        IDepository.Withdrawal memory inner = single(NATIVE, ID, user, 4, 2);
        reentrant.setHook(address(depository), abi.encodeCall(IDepository.withdraw, (inner, sign(inner))));
        IDepository.Withdrawal memory outer = single(NATIVE, ID, user, 3, 1);
        outer.to = address(reentrant);
        execute(outer);
        vm.assertTrue(reentrant.reached());
        vm.assertFalse(reentrant.succeeded());
        vm.assertEq(address(depository).balance, 7);
    }

    function test_ARecipientCannotDepositWhileItIsPaid() public {
        depositNative(ID, 10);
        Reentrant reentrant = new Reentrant();
        reentrant.setHook(address(depository), abi.encodeCall(IDepository.depositNative, (address(0), OTHER_ID)));
        reentrant.setValue(1);
        IDepository.Withdrawal memory withdrawal = single(NATIVE, ID, user, 3, 1);
        withdrawal.to = address(reentrant);
        execute(withdrawal);
        vm.assertTrue(reentrant.reached());
        vm.assertFalse(reentrant.succeeded());
    }

    function test_AReentrantTokenCannotDepositWhileItIsPaidOut() public {
        HookToken hook = new HookToken();
        hook.mint(user, 10);
        vm.startPrank(user);
        hook.approve(address(depository), 10);
        depository.depositErc20(user, address(hook), 10, ID);
        vm.stopPrank();
        hook.setHook(address(depository), abi.encodeCall(IDepository.depositNative, (user, OTHER_ID)));
        execute(single(address(hook), ID, user, 5, 1));
        vm.assertTrue(hook.reached());
        vm.assertFalse(hook.succeeded());
    }
}
