// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {Depository} from "../src/Depository.sol";
import {IDepository} from "../src/interfaces/IDepository.sol";
import {DepositoryFixture} from "./support/DepositoryFixture.sol";
import {vm} from "./support/Vm.sol";

contract PowersTest is DepositoryFixture {
    function test_TheConstructorChecksItsParameters() public {
        IDepository.TokenLimit[] memory none = new IDepository.TokenLimit[](0);
        IDepository.Limit memory limit = IDepository.Limit(1, 1);
        vm.expectRevert(IDepository.ZeroAddress.selector);
        new Depository(owner, address(0), guardian, DELAY, limit, none);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableInvalidOwner.selector, address(0)));
        new Depository(address(0), allocator, guardian, DELAY, limit, none);
        vm.expectPartialRevert(IDepository.InvalidDelay.selector);
        new Depository(owner, allocator, guardian, 4 days - 1, limit, none);
        vm.expectPartialRevert(IDepository.InvalidDelay.selector);
        new Depository(owner, allocator, guardian, 30 days + 1, limit, none);
        vm.expectRevert(IDepository.InvalidWindow.selector);
        new Depository(owner, allocator, guardian, DELAY, IDepository.Limit(1, 0), none);
        IDepository.TokenLimit[] memory bad = new IDepository.TokenLimit[](1);
        vm.expectRevert(IDepository.InvalidWindow.selector);
        new Depository(owner, allocator, guardian, DELAY, limit, bad);
    }

    function testFuzz_StrangersHaveNoPower(address caller) public {
        vm.assume(caller != owner && caller != guardian);
        bytes[] memory ownerCalls = _ownerCalls();
        for (uint256 i = 0; i < ownerCalls.length; ++i) {
            _refuses(caller, ownerCalls[i], Ownable.OwnableUnauthorizedAccount.selector);
            _refuses(guardian, ownerCalls[i], Ownable.OwnableUnauthorizedAccount.selector);
        }
        bytes[] memory guardianCalls = _guardianCalls();
        for (uint256 i = 0; i < guardianCalls.length; ++i) {
            _refuses(caller, guardianCalls[i], IDepository.NotGuardian.selector);
            _refuses(owner, guardianCalls[i], IDepository.NotGuardian.selector);
        }
    }

    // Pauses

    function test_PausedDepositsAreRefusedUntilTheOwnerResumes() public {
        vm.prank(guardian);
        depository.pauseDeposits();
        vm.expectRevert(IDepository.DepositsArePaused.selector);
        depositNative(ID, 1);
        vm.expectRevert(IDepository.DepositsArePaused.selector);
        vm.prank(user);
        depository.depositErc20(user, address(token), 1, ID);
        vm.prank(owner);
        depository.unpauseDeposits();
        depositNative(ID, 1);
        vm.prank(owner);
        vm.expectRevert(IDepository.NotPaused.selector);
        depository.unpauseDeposits();
    }

    function test_PausedDepositsStillLeave() public {
        deposit(ID, 5);
        vm.prank(guardian);
        depository.pauseDeposits();
        execute(single(address(token), ID, user, 5, 1));
    }

    function testFuzz_APauseOfWithdrawalsExpiresByItself(uint256 duration) public {
        duration = 1 + duration % 72 hours;
        deposit(ID, 5);
        vm.prank(guardian);
        depository.pauseWithdrawals(duration);
        vm.warp(START + duration - 1);
        expectRefusal(
            single(address(token), ID, user, 5, 1),
            abi.encodeWithSelector(IDepository.WithdrawalsArePaused.selector, START + duration)
        );
        vm.warp(START + duration);
        execute(single(address(token), ID, user, 5, 1));
    }

    function test_PausesOfWithdrawalsAreShortAndApart() public {
        vm.startPrank(guardian);
        vm.expectRevert(abi.encodeWithSelector(IDepository.PauseTooLong.selector, 72 hours + 1, 72 hours));
        depository.pauseWithdrawals(72 hours + 1);
        depository.pauseWithdrawals(72 hours);
        vm.expectRevert(abi.encodeWithSelector(IDepository.PauseTooSoon.selector, START + 96 hours));
        depository.pauseWithdrawals(1);
        vm.warp(START + 96 hours - 1);
        vm.expectRevert(abi.encodeWithSelector(IDepository.PauseTooSoon.selector, START + 96 hours));
        depository.pauseWithdrawals(72 hours);
        vm.warp(START + 96 hours);
        depository.pauseWithdrawals(72 hours);
        vm.stopPrank();
    }

    function test_TheOwnerEndsAPauseOfWithdrawals() public {
        deposit(ID, 5);
        vm.prank(guardian);
        depository.pauseWithdrawals(72 hours);
        vm.warp(START + 1 hours);
        vm.prank(owner);
        depository.unpauseWithdrawals();
        execute(single(address(token), ID, user, 5, 1));
        vm.prank(owner);
        vm.expectRevert(IDepository.NotPaused.selector);
        depository.unpauseWithdrawals();
        vm.prank(guardian);
        vm.expectRevert(abi.encodeWithSelector(IDepository.PauseTooSoon.selector, START + 25 hours));
        depository.pauseWithdrawals(1);
    }

    // Limits

    function test_TheBucketEmptiesAndRefills() public {
        deposit(ID, 3_000 ether);
        execute(single(address(token), ID, user, 1_000 ether, 1));
        vm.assertEq(depository.availableOf(address(token)), 0);
        expectRefusal(
            single(address(token), ID, user, 1, 2),
            abi.encodeWithSelector(IDepository.LimitExceeded.selector, address(token), 0, 1)
        );
        vm.warp(START + 100);
        vm.assertEq(depository.availableOf(address(token)), 100 ether);
        execute(single(address(token), ID, user, 100 ether, 2));
        vm.warp(START + 10_000);
        vm.assertEq(depository.availableOf(address(token)), 1_000 ether);
    }

    function testFuzz_OutflowStaysWithinTheBucket(uint256[16] calldata amounts, uint16[16] calldata pauses) public {
        deposit(ID, 10_000 ether);
        uint256 paid = 0;
        uint256 time = START;
        for (uint256 i = 0; i < 16; ++i) {
            time += pauses[i] % 500;
            vm.warp(time);
            IDepository.Withdrawal memory withdrawal =
                single(address(token), ID, user, 1 + amounts[i] % CAPACITY, i);
            try depository.withdraw(withdrawal, sign(withdrawal)) {
                paid += withdrawal.amount;
            } catch {}
            vm.assertLe(paid, CAPACITY + (time - START) * CAPACITY / WINDOW);
        }
    }

    function test_ATokenWithoutALimitHasTheDefault() public {
        vm.assertEq(depository.availableOf(NATIVE), type(uint208).max);
        depositNative(ID, 10_000 ether);
        execute(single(NATIVE, ID, user, 10_000 ether, 1));
        vm.assertEq(depository.availableOf(NATIVE), type(uint208).max);
    }

    function test_ATightDefaultHoldsForEveryToken() public {
        _deployWithDefault(IDepository.Limit(10, 10));
        depositNative(ID, 30);
        vm.assertEq(depository.availableOf(NATIVE), 10);
        execute(single(NATIVE, ID, user, 8, 1));
        vm.assertEq(depository.availableOf(NATIVE), 2);
        expectRefusal(
            single(NATIVE, ID, user, 3, 2), abi.encodeWithSelector(IDepository.LimitExceeded.selector, NATIVE, 2, 3)
        );
        vm.warp(START + 1);
        execute(single(NATIVE, ID, user, 3, 2));
        vm.assertEq(depository.availableOf(NATIVE), 0);
    }

    function test_AZeroDefaultRefusesUnknownTokensYetTheyCanBeReclaimed() public {
        _deployWithDefault(IDepository.Limit(0, 1));
        depositNative(ID, 30);
        expectRefusal(
            single(NATIVE, ID, user, 1, 1), abi.encodeWithSelector(IDepository.LimitExceeded.selector, NATIVE, 0, 1)
        );
        vm.prank(user);
        depository.requestReclaim(ID, NATIVE);
        vm.warp(START + DELAY);
        vm.prank(user);
        depository.reclaim(ID, NATIVE);
        vm.assertEq(user.balance, 10_000 ether);
    }

    function test_TheGuardianOnlyLowers() public {
        vm.startPrank(guardian);
        vm.expectRevert(IDepository.InvalidWindow.selector);
        depository.lowerLimit(address(token), IDepository.Limit(CAPACITY, 0));
        vm.expectRevert(IDepository.LimitNotLower.selector);
        depository.lowerLimit(address(token), IDepository.Limit(CAPACITY + 1, type(uint48).max));
        vm.expectRevert(IDepository.LimitNotLower.selector);
        depository.lowerLimit(address(token), IDepository.Limit(CAPACITY, WINDOW - 1));
        vm.expectRevert(IDepository.LimitNotLower.selector);
        depository.lowerLimit(address(token), IDepository.Limit(CAPACITY / 2, WINDOW / 2 - 1));
        depository.lowerLimit(address(token), IDepository.Limit(CAPACITY / 2, WINDOW / 2));
        vm.assertEq(depository.availableOf(address(token)), CAPACITY / 2);
        depository.lowerLimit(address(token), IDepository.Limit(0, WINDOW));
        depository.lowerLimit(NATIVE, IDepository.Limit(5, 1));
        vm.stopPrank();
        vm.assertEq(depository.availableOf(NATIVE), 5);
        depositNative(ID, 6);
        expectRefusal(
            single(NATIVE, ID, user, 6, 1), abi.encodeWithSelector(IDepository.LimitExceeded.selector, NATIVE, 5, 6)
        );
    }

    function test_LoweringDropsARaiseUnderWay() public {
        vm.prank(owner);
        depository.proposeLimit(address(token), IDepository.Limit(2 * CAPACITY, WINDOW));
        vm.prank(guardian);
        depository.lowerLimit(address(token), IDepository.Limit(1, WINDOW));
        vm.warp(START + 48 hours);
        vm.prank(owner);
        vm.expectRevert(IDepository.NothingProposed.selector);
        depository.applyLimit(address(token));
    }

    function test_TheOwnerRaisesAfterTheTimelock() public {
        deposit(ID, 2_000 ether);
        vm.startPrank(owner);
        vm.expectRevert(IDepository.NothingProposed.selector);
        depository.applyLimit(address(token));
        vm.expectRevert(IDepository.InvalidWindow.selector);
        depository.proposeLimit(address(token), IDepository.Limit(1, 0));
        depository.proposeLimit(address(token), IDepository.Limit(2 * CAPACITY, WINDOW));
        vm.warp(START + 48 hours - 1);
        vm.expectRevert(abi.encodeWithSelector(IDepository.TooEarly.selector, START + 48 hours));
        depository.applyLimit(address(token));
        vm.warp(START + 48 hours);
        depository.applyLimit(address(token));
        vm.stopPrank();
        IDepository.Limit memory limit = depository.limitOf(address(token));
        vm.assertEq(limit.capacity, 2 * CAPACITY);
        vm.assertEq(limit.window, WINDOW);
        execute(single(address(token), ID, user, 2_000 ether, 1));
    }

    function test_ARaiseDoesNotRefillThePast() public {
        deposit(ID, 2_000 ether);
        vm.prank(owner);
        depository.proposeLimit(address(token), IDepository.Limit(CAPACITY, 1));
        vm.warp(START + 48 hours);
        execute(single(address(token), ID, user, 1_000 ether, 1));
        vm.prank(owner);
        depository.applyLimit(address(token));
        vm.assertEq(depository.availableOf(address(token)), 0);
    }

    function test_AFasterRefillCountsFromNowOn() public {
        deposit(ID, 2_000 ether);
        vm.prank(owner);
        depository.proposeLimit(address(token), IDepository.Limit(CAPACITY, 100));
        vm.warp(START + 48 hours);
        execute(single(address(token), ID, user, 1_000 ether, 1));
        vm.warp(START + 48 hours + 100);
        vm.prank(owner);
        depository.applyLimit(address(token));
        vm.assertEq(depository.availableOf(address(token)), 100 ether);
        vm.warp(START + 48 hours + 150);
        vm.assertEq(depository.availableOf(address(token)), 600 ether);
    }

    // Allocator

    function test_W4_TheAllocatorChangesAfterTheTimelock() public {
        deposit(ID, 5);
        uint256 newKey = 0xbeef;
        vm.startPrank(owner);
        vm.expectRevert(IDepository.ZeroAddress.selector);
        depository.proposeAllocator(address(0));
        vm.expectRevert(IDepository.NothingProposed.selector);
        depository.applyAllocator();
        depository.proposeAllocator(vm.addr(newKey));
        vm.warp(START + 48 hours - 1);
        vm.expectRevert(abi.encodeWithSelector(IDepository.TooEarly.selector, START + 48 hours));
        depository.applyAllocator();
        vm.stopPrank();
        IDepository.Withdrawal memory withdrawal = single(address(token), ID, user, 1, 1);
        execute(withdrawal);
        vm.warp(START + 48 hours);
        vm.prank(owner);
        depository.applyAllocator();
        withdrawal.nonce = 2;
        expectRefusal(withdrawal, abi.encodeWithSelector(IDepository.InvalidSignature.selector));
        depository.withdraw(withdrawal, signWith(newKey, withdrawal));
        vm.prank(owner);
        vm.expectRevert(IDepository.NothingProposed.selector);
        depository.applyAllocator();
    }

    function test_W4_KillingTheAllocatorIsInstantAndTotal() public {
        deposit(ID, 5);
        IDepository.Withdrawal memory withdrawal = single(address(token), ID, user, 1, 1);
        bytes memory signature = sign(withdrawal);
        vm.startPrank(owner);
        depository.proposeAllocator(stranger);
        depository.killAllocator();
        vm.warp(START + 48 hours);
        vm.expectRevert(IDepository.NothingProposed.selector);
        depository.applyAllocator();
        vm.stopPrank();
        vm.warp(START);
        bytes memory reason = abi.encodeWithSelector(IDepository.InvalidSignature.selector);
        expectRefusal(withdrawal, signature, reason);
        expectRefusal(withdrawal, new bytes(65), reason);
        expectRefusal(withdrawal, "", reason);
    }

    // Owner and guardian

    function test_OwnershipMovesInTwoStepsAndIsNeverRenounced() public {
        vm.prank(owner);
        depository.transferOwnership(stranger);
        vm.assertEq(depository.owner(), owner);
        vm.prank(stranger);
        depository.acceptOwnership();
        vm.assertEq(depository.owner(), stranger);
        vm.prank(stranger);
        vm.expectRevert(IDepository.RenounceDisabled.selector);
        depository.renounceOwnership();
    }

    function test_TheOwnerNamesTheGuardian() public {
        vm.prank(owner);
        depository.setGuardian(stranger);
        vm.prank(stranger);
        depository.pauseDeposits();
        _refuses(guardian, abi.encodeCall(IDepository.pauseDeposits, ()), IDepository.NotGuardian.selector);
    }

    function _deployWithDefault(IDepository.Limit memory limit) private {
        depository =
            new Depository(owner, allocator, guardian, DELAY, limit, new IDepository.TokenLimit[](0));
    }

    function _ownerCalls() private view returns (bytes[] memory calls) {
        calls = new bytes[](10);
        calls[0] = abi.encodeCall(IDepository.unpauseDeposits, ());
        calls[1] = abi.encodeCall(IDepository.unpauseWithdrawals, ());
        calls[2] = abi.encodeCall(IDepository.proposeLimit, (address(token), IDepository.Limit(1, 1)));
        calls[3] = abi.encodeCall(IDepository.applyLimit, (address(token)));
        calls[4] = abi.encodeCall(IDepository.proposeAllocator, (stranger));
        calls[5] = abi.encodeCall(IDepository.applyAllocator, ());
        calls[6] = abi.encodeCall(IDepository.killAllocator, ());
        calls[7] = abi.encodeCall(IDepository.setGuardian, (stranger));
        calls[8] = abi.encodeCall(depository.transferOwnership, (stranger));
        calls[9] = abi.encodeCall(depository.renounceOwnership, ());
    }

    function _guardianCalls() private view returns (bytes[] memory calls) {
        calls = new bytes[](3);
        calls[0] = abi.encodeCall(IDepository.pauseDeposits, ());
        calls[1] = abi.encodeCall(IDepository.pauseWithdrawals, (1));
        calls[2] = abi.encodeCall(IDepository.lowerLimit, (address(token), IDepository.Limit(1, WINDOW)));
    }

    function _refuses(address caller, bytes memory data, bytes4 selector) private {
        vm.prank(caller);
        (bool success, bytes memory reason) = address(depository).call(data);
        vm.assertFalse(success);
        vm.assertEq(reason, abi.encodeWithSelector(selector, caller));
    }
}
