// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Filler} from "../src/Filler.sol";
import {IDepository} from "../src/interfaces/IDepository.sol";
import {IFiller} from "../src/interfaces/IFiller.sol";
import {DepositoryFixture} from "./support/DepositoryFixture.sol";
import {
    BoundedToken, DecimalsToken, OnceApprovedToken, PausableToken, ReturnBombToken, UpgradedToken
} from "./support/OddTokens.sol";
import {BlockingToken, FeeToken, HookToken, PlainToken, RebasingToken} from "./support/WeirdTokens.sol";
import {vm} from "./support/Vm.sol";

/// @notice Tokens that are not what they should be, by the cases M1 to M11 of the catalogue: a token can hurt those who
/// use it, and nobody else.
contract OddTokensTest is DepositoryFixture {
    bytes32 private constant ORDER = keccak256("an order");

    Filler private filler;

    function setUp() public override {
        super.setUp();
        filler = new Filler(address(depository));
    }

    // M1: no code, no longer any, not yet any

    function test_M1_AnAddressWithoutCodeIsNoToken() public {
        address[3] memory nobodies = [NATIVE, stranger, address(0xc0de1e55)];
        for (uint256 i = 0; i < 3; ++i) {
            vm.expectRevert(abi.encodeWithSelector(IDepository.TokenWithoutCode.selector, nobodies[i]));
            vm.prank(user);
            depository.depositErc20(user, nobodies[i], 1, ID);
            vm.expectRevert();
            vm.prank(user);
            filler.fillErc20(ORDER, nobodies[i], recipient, 1);
        }
        vm.assertFalse(filler.isFilled(user, ORDER));
    }

    function test_M1_CodeThatAppearsLaterBringsNoOldCredit() public {
        address place = address(0xc0de1a7e);
        vm.expectRevert(abi.encodeWithSelector(IDepository.TokenWithoutCode.selector, place));
        vm.prank(user);
        depository.depositErc20(user, place, 1_000, ID);
        vm.etch(place, address(token).code);
        vm.assertEq(depository.escrowOf(ID, user, place), 0);
        vm.assertEq(depository.totalEscrow(place), 0);
        expectRefusal(
            single(place, ID, user, 1, 1), abi.encodeWithSelector(IDepository.InsufficientEscrow.selector, ID, user, 0, 1)
        );
    }

    function test_M1_ATokenThatIsGoneKeepsItsEscrowAndNobodyElses() public {
        deposit(ID, 100);
        PlainToken other = _listed(new PlainToken());
        _deposit(address(other), OTHER_ID, 50);
        vm.etch(address(token), "");
        IDepository.Withdrawal memory gone = single(address(token), ID, user, 100, 1);
        bytes memory signature = sign(gone);
        vm.expectRevert();
        depository.withdraw(gone, signature);
        vm.assertEq(depository.escrowOf(ID, user, address(token)), 100);
        execute(single(address(other), OTHER_ID, user, 50, 2));
        vm.assertEq(other.balanceOf(recipient), 50);
    }

    // M2: fees on transfers

    function testFuzz_M2_ADepositIsCreditedWithWhatArrived(uint96 amount) public {
        vm.assume(amount > 100);
        PlainToken fee = _listed(PlainToken(address(new FeeToken())));
        fee.mint(user, amount);
        _deposit(address(fee), ID, amount);
        uint256 arrived = uint256(amount) - uint256(amount) / 100;
        vm.assertEq(depository.escrowOf(ID, user, address(fee)), arrived);
        vm.assertEq(fee.balanceOf(address(depository)), arrived);
    }

    function test_M2_AFillThatDeliversLessIsNoFill() public {
        PlainToken fee = PlainToken(address(new FeeToken()));
        _approveFiller(address(fee), 1_000);
        vm.expectRevert(abi.encodeWithSelector(IFiller.TooLittleDelivered.selector, 990, 1_000));
        vm.prank(user);
        filler.fillErc20(ORDER, address(fee), recipient, 1_000);
        vm.assertFalse(filler.isFilled(user, ORDER));
    }

    // M3: balances that change by themselves

    function test_M3_WhatARebaseAddsIsSurplusAndWhatItTakesIsMissing() public {
        RebasingToken rebasing = new RebasingToken();
        _listed(rebasing);
        _deposit(address(rebasing), ID, 100);
        rebasing.mint(address(depository), 30);
        vm.assertEq(depository.escrowOf(ID, user, address(rebasing)), 100);
        vm.assertEq(depository.surplusOf(address(rebasing)), 30);
        rebasing.slash(address(depository), 60);
        vm.assertEq(depository.surplusOf(address(rebasing)), 0);
        IDepository.Withdrawal memory whole = single(address(rebasing), ID, user, 100, 1);
        bytes memory signature = sign(whole);
        vm.expectRevert();
        depository.withdraw(whole, signature);
        execute(single(address(rebasing), ID, user, 70, 2));
        vm.assertEq(rebasing.balanceOf(recipient), 70);
        vm.assertEq(depository.escrowOf(ID, user, address(rebasing)), 30);
    }

    // M4: results, zeros and approvals of old tokens (results: Deposit, Withdraw and Filler tests)

    function test_M4_ATokenThatIsApprovedOnceOnlyIsTakenAgainAndAgain() public {
        OnceApprovedToken once = new OnceApprovedToken();
        _listed(once);
        _deposit(address(once), ID, 10);
        vm.prank(user);
        vm.expectRevert(OnceApprovedToken.ApproveToZeroFirst.selector);
        once.approve(address(depository), 5);
        _deposit(address(once), OTHER_ID, 10);
        vm.assertEq(depository.totalEscrow(address(once)), 20);
    }

    function test_M4_ATokenThatRefusesZeroMovesNothingElse() public {
        BoundedToken bounded = new BoundedToken(1, 1_000);
        _listed(bounded);
        vm.expectRevert(BoundedToken.OutOfBounds.selector);
        vm.prank(user);
        depository.depositErc20(user, address(bounded), 0, ID);
        _deposit(address(bounded), ID, 1);
        execute(single(address(bounded), ID, user, 1, 1));
        vm.assertEq(bounded.balanceOf(recipient), 1);
    }

    // M5: calls in the middle of transfers (deposits and fills: Deposit and Filler tests)

    function test_M5_ATokenThatCallsBackCannotBeWithdrawnTwice() public {
        HookToken hook = new HookToken();
        _listed(hook);
        _deposit(address(hook), ID, 100);
        _deposit(address(hook), OTHER_ID, 100);
        IDepository.Withdrawal memory second = single(address(hook), OTHER_ID, user, 100, 2);
        hook.setHook(address(depository), abi.encodeCall(IDepository.withdraw, (second, sign(second))));
        execute(single(address(hook), ID, user, 100, 1));
        vm.assertTrue(hook.reached());
        vm.assertFalse(hook.succeeded());
        vm.assertEq(hook.balanceOf(recipient), 100);
        vm.assertEq(depository.escrowOf(OTHER_ID, user, address(hook)), 100);
    }

    // M6: blocked accounts

    function test_M6_ABlockedRecipientIsPaidNothingAndAnotherOneIs() public {
        BlockingToken blocking = new BlockingToken();
        _listed(blocking);
        _deposit(address(blocking), ID, 100);
        blocking.setBlocked(recipient, true);
        IDepository.Withdrawal memory blocked = single(address(blocking), ID, user, 100, 1);
        expectRefusal(blocked, abi.encodeWithSelector(BlockingToken.Blocked.selector, recipient));
        vm.assertFalse(depository.isNonceUsed(1));
        blocked.to = stranger;
        execute(blocked);
        vm.assertEq(blocking.balanceOf(stranger), 100);
    }

    function test_M6_ABlockedDepositoryKeepsWhatItHasForLater() public {
        BlockingToken blocking = new BlockingToken();
        _listed(blocking);
        _deposit(address(blocking), ID, 100);
        blocking.setBlocked(address(depository), true);
        vm.expectRevert(abi.encodeWithSelector(BlockingToken.Blocked.selector, address(depository)));
        vm.prank(user);
        depository.depositErc20(user, address(blocking), 1, OTHER_ID);
        IDepository.Withdrawal memory withdrawal = single(address(blocking), ID, user, 100, 1);
        expectRefusal(withdrawal, abi.encodeWithSelector(BlockingToken.Blocked.selector, address(depository)));
        blocking.setBlocked(address(depository), false);
        execute(withdrawal);
        vm.assertEq(blocking.balanceOf(recipient), 100);
    }

    // M7: tokens that turn

    function test_M7_ATokenThatPausesHoldsUpItsOwnOrdersAlone() public {
        PausableToken pausable = new PausableToken();
        _listed(pausable);
        _deposit(address(pausable), ID, 100);
        deposit(OTHER_ID, 100);
        pausable.setPaused(true);
        expectRefusal(
            single(address(pausable), ID, user, 100, 1), abi.encodeWithSelector(PausableToken.TransfersArePaused.selector)
        );
        execute(single(address(token), OTHER_ID, user, 100, 2));
        pausable.setPaused(false);
        execute(single(address(pausable), ID, user, 100, 1));
        vm.assertEq(pausable.balanceOf(recipient), 100);
    }

    function test_M7_AnUpgradeThatInventsBalancesReachesNoOtherToken() public {
        deposit(OTHER_ID, 100);
        PlainToken honest = new PlainToken();
        _listed(honest);
        _deposit(address(honest), ID, 100);
        vm.etch(address(honest), address(new UpgradedToken()).code);
        vm.prank(stranger);
        vm.expectRevert(IDepository.ZeroAmount.selector);
        depository.depositErc20(stranger, address(honest), 1_000, ID);
        vm.assertEq(depository.escrowOf(ID, stranger, address(honest)), 0);
        IDepository.Withdrawal memory lied = single(address(honest), ID, user, 100, 1);
        bytes memory signature = sign(lied);
        vm.expectRevert();
        depository.withdraw(lied, signature);
        execute(single(address(token), OTHER_ID, user, 100, 2));
        vm.assertEq(token.balanceOf(recipient), 100);
    }

    // M8: the same name

    function test_M8_AFakeOfTheSameNameIsAnotherToken() public {
        PlainToken fake = _listed(new PlainToken());
        _deposit(address(fake), ID, 100);
        vm.assertEq(depository.escrowOf(ID, user, address(token)), 0);
        expectRefusal(
            single(address(token), ID, user, 100, 1),
            abi.encodeWithSelector(IDepository.InsufficientEscrow.selector, ID, user, 0, 100)
        );
    }

    // M9: results that cost more than the call

    function test_M9_AReturnBombCostsItsCallerAndLeavesNoTrace() public {
        ReturnBombToken bomb = new ReturnBombToken();
        vm.prank(user);
        (bool deposited,) = address(depository).call{gas: 2_000_000}(
            abi.encodeCall(IDepository.depositErc20, (user, address(bomb), 1, ID))
        );
        vm.prank(user);
        (bool filled,) = address(filler).call{gas: 2_000_000}(
            abi.encodeCall(IFiller.fillErc20, (ORDER, address(bomb), recipient, 1))
        );
        vm.assertFalse(deposited);
        vm.assertFalse(filled);
        vm.assertFalse(filler.isFilled(user, ORDER));
    }

    // M10: decimals and bounds

    function testFuzz_M10_DecimalsChangeNothing(uint8 decimals, uint96 amount) public {
        vm.assume(amount != 0);
        PlainToken odd = _listed(PlainToken(address(new DecimalsToken(decimals % 37))));
        odd.mint(user, amount);
        _deposit(address(odd), ID, amount);
        execute(single(address(odd), ID, user, amount, 1));
        vm.assertEq(odd.balanceOf(recipient), amount);
    }

    function test_M10_ATokenOf96BitsRevertsBeyondThem() public {
        uint256 most = type(uint96).max;
        BoundedToken bounded = new BoundedToken(0, most);
        _listed(bounded);
        bounded.mint(user, 2 * most);
        vm.expectRevert(BoundedToken.OutOfBounds.selector);
        vm.prank(user);
        depository.depositErc20(user, address(bounded), most + 1, ID);
        _deposit(address(bounded), ID, most);
        vm.assertEq(depository.escrowOf(ID, user, address(bounded)), most);
    }

    // M11: native currency that is a token as well

    function test_M11_NativeCurrencyAndItsTokenAreCountedApart() public {
        depositNative(ID, 100);
        PlainToken twin = _listed(new PlainToken());
        _deposit(address(twin), ID, 70);
        vm.assertEq(depository.escrowOf(ID, user, NATIVE), 100);
        vm.assertEq(depository.escrowOf(ID, user, address(twin)), 70);
        vm.assertEq(depository.totalEscrow(NATIVE), 100);
    }

    /// @dev Everybody has plenty of it, and the depository may take it.
    function _listed(PlainToken odd) private returns (PlainToken) {
        odd.mint(user, 1_000);
        vm.prank(user);
        odd.approve(address(depository), type(uint256).max);
        return odd;
    }

    function _approveFiller(address odd, uint256 amount) private {
        PlainToken(odd).mint(user, amount);
        vm.prank(user);
        PlainToken(odd).approve(address(filler), amount);
    }

    function _deposit(address odd, bytes32 id, uint256 amount) private {
        vm.prank(user);
        depository.depositErc20(user, odd, amount, id);
    }
}
