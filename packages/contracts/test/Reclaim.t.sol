// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IDepository} from "../src/interfaces/IDepository.sol";
import {Reentrant} from "./support/Accounts.sol";
import {DepositoryFixture} from "./support/DepositoryFixture.sol";
import {HookToken} from "./support/WeirdTokens.sol";
import {vm} from "./support/Vm.sol";

contract ReclaimTest is DepositoryFixture {
    function test_TheDepositorTakesBackAfterTheDelay() public {
        deposit(ID, 5);
        vm.expectEmit(address(depository));
        emit IDepository.ReclaimRequested(ID, user, address(token), 5, START + DELAY);
        _request(address(token));
        _expectReclaim(abi.encodeWithSelector(IDepository.TooEarly.selector, START + DELAY));
        vm.warp(START + DELAY - 1);
        _expectReclaim(abi.encodeWithSelector(IDepository.TooEarly.selector, START + DELAY));
        vm.warp(START + DELAY);
        uint256 before = token.balanceOf(user);
        vm.expectEmit(address(depository));
        emit IDepository.Reclaimed(ID, user, address(token), 5);
        _reclaim(address(token));
        vm.assertEq(token.balanceOf(user), before + 5);
        vm.assertEq(depository.totalEscrow(address(token)), 0);
        _expectReclaim(abi.encodeWithSelector(IDepository.NothingHeld.selector));
    }

    function test_OnlyTheDepositorMay() public {
        deposit(ID, 5);
        vm.startPrank(stranger);
        vm.expectRevert(IDepository.NothingHeld.selector);
        depository.requestReclaim(ID, address(token));
        vm.stopPrank();
        _request(address(token));
        vm.warp(START + DELAY);
        vm.prank(stranger);
        vm.expectRevert(IDepository.NothingHeld.selector);
        depository.reclaim(ID, address(token));
    }

    function test_ThePayerForAnotherMayNot() public {
        vm.prank(user);
        depository.depositErc20(stranger, address(token), 5, ID);
        vm.prank(user);
        vm.expectRevert(IDepository.NothingHeld.selector);
        depository.requestReclaim(ID, address(token));
        vm.prank(stranger);
        depository.requestReclaim(ID, address(token));
    }

    function test_NothingIsReclaimedWithoutARequest() public {
        deposit(ID, 5);
        vm.warp(START + 365 days);
        _expectReclaim(abi.encodeWithSelector(IDepository.NothingHeld.selector));
    }

    function test_AWithdrawalInBetweenComesFirst() public {
        deposit(ID, 5);
        _request(address(token));
        execute(single(address(token), ID, user, 2, 1));
        vm.warp(START + DELAY);
        (uint256 amount, uint256 readyAt) = depository.reclaimOf(ID, user, address(token));
        vm.assertEq(amount, 3);
        vm.assertEq(readyAt, START + DELAY);
        _reclaim(address(token));
        vm.assertEq(token.balanceOf(user), 10_000 ether - 2);
        vm.assertEq(token.balanceOf(address(depository)), 0);
    }

    function test_AFullWithdrawalEndsTheRequest() public {
        deposit(ID, 5);
        _request(address(token));
        execute(single(address(token), ID, user, 5, 1));
        vm.warp(START + DELAY);
        _expectReclaim(abi.encodeWithSelector(IDepository.NothingHeld.selector));
    }

    /// @dev A request made early must not let a later deposit out at once, after it was filled.
    function test_ARequestDoesNotCoverLaterDeposits() public {
        deposit(ID, 5);
        _request(address(token));
        vm.warp(START + DELAY);
        deposit(ID, 100);
        _reclaim(address(token));
        vm.assertEq(depository.escrowOf(ID, user, address(token)), 100);
        _expectReclaim(abi.encodeWithSelector(IDepository.NothingHeld.selector));
        execute(single(address(token), ID, user, 100, 1));
    }

    function test_ARequestUsedUpByAWithdrawalDoesNotCoverLaterDeposits() public {
        deposit(ID, 5);
        _request(address(token));
        execute(single(address(token), ID, user, 5, 1));
        deposit(ID, 5);
        vm.warp(START + DELAY);
        _expectReclaim(abi.encodeWithSelector(IDepository.NothingHeld.selector));
    }

    function test_AWithdrawalUsesTheCoveredPartFirst() public {
        deposit(ID, 5);
        _request(address(token));
        deposit(ID, 5);
        execute(single(address(token), ID, user, 4, 1));
        vm.warp(START + DELAY);
        _reclaim(address(token));
        vm.assertEq(depository.escrowOf(ID, user, address(token)), 5);
    }

    function test_AskingAgainStartsTheClockAnew() public {
        deposit(ID, 5);
        _request(address(token));
        vm.warp(START + DELAY - 1);
        deposit(ID, 5);
        _request(address(token));
        vm.warp(START + DELAY);
        _expectReclaim(abi.encodeWithSelector(IDepository.TooEarly.selector, START + 2 * DELAY - 1));
        vm.warp(START + 2 * DELAY - 1);
        _reclaim(address(token));
        vm.assertEq(depository.totalEscrow(address(token)), 0);
    }

    function test_NeitherPausesNorADeadAllocatorHoldItBack() public {
        depositNative(ID, 5);
        _request(NATIVE);
        vm.prank(owner);
        depository.killAllocator();
        vm.warp(START + DELAY);
        vm.startPrank(guardian);
        depository.pauseDeposits();
        depository.pauseWithdrawals(72 hours);
        depository.lowerLimit(NATIVE, IDepository.Limit(0, 1));
        vm.stopPrank();
        _reclaim(NATIVE);
        vm.assertEq(user.balance, 10_000 ether);
    }

    function test_AReentrantDepositorIsPaidOnce() public {
        Reentrant reentrant = new Reentrant();
        depositNative(OTHER_ID, 50);
        vm.prank(user);
        depository.depositNative{value: 5}(address(reentrant), ID);
        vm.prank(address(reentrant));
        depository.requestReclaim(ID, NATIVE);
        vm.warp(START + DELAY);
        reentrant.setHook(address(depository), abi.encodeCall(IDepository.reclaim, (ID, NATIVE)));
        vm.prank(address(reentrant));
        depository.reclaim(ID, NATIVE);
        vm.assertTrue(reentrant.reached());
        vm.assertFalse(reentrant.succeeded());
        vm.assertEq(address(reentrant).balance, 5);
    }

    function test_ADepositorCannotDepositWhileItIsPaid() public {
        Reentrant reentrant = new Reentrant();
        vm.prank(user);
        depository.depositNative{value: 5}(address(reentrant), ID);
        vm.prank(address(reentrant));
        depository.requestReclaim(ID, NATIVE);
        vm.warp(START + DELAY);
        reentrant.setHook(address(depository), abi.encodeCall(IDepository.depositNative, (address(0), ID)));
        reentrant.setValue(5);
        vm.prank(address(reentrant));
        depository.reclaim(ID, NATIVE);
        vm.assertTrue(reentrant.reached());
        vm.assertFalse(reentrant.succeeded());
    }

    /// @dev A request in the middle of a payment sees the books already settled.
    function test_ARequestInTheMiddleOfAPaymentCoversOnlyWhatIsLeft() public {
        HookToken hook = new HookToken();
        hook.mint(address(hook), 10);
        vm.startPrank(address(hook));
        hook.approve(address(depository), 10);
        depository.depositErc20(address(hook), address(hook), 10, ID);
        vm.stopPrank();
        hook.setHook(address(depository), abi.encodeCall(IDepository.requestReclaim, (ID, address(hook))));
        execute(single(address(hook), ID, address(hook), 6, 1));
        vm.assertTrue(hook.succeeded());
        (uint256 amount,) = depository.reclaimOf(ID, address(hook), address(hook));
        vm.assertEq(amount, 4);
    }

    function testFuzz_ReleasedPlusReclaimedIsWhatWasCredited(uint96 first, uint96 second, uint96 taken) public {
        uint256 a = 1 + first % 400 ether;
        uint256 b = 1 + second % 400 ether;
        uint256 c = 1 + taken % (a + b);
        deposit(ID, a);
        _request(address(token));
        deposit(ID, b);
        execute(single(address(token), ID, user, c, 1));
        vm.warp(START + DELAY);
        if (c < a) _reclaim(address(token));
        else _expectReclaim(abi.encodeWithSelector(IDepository.NothingHeld.selector));
        uint256 left = c < a ? b : a + b - c;
        vm.assertEq(depository.escrowOf(ID, user, address(token)), left);
        vm.assertEq(token.balanceOf(user), 10_000 ether - c - left);
    }

    function _request(address asset) private {
        vm.prank(user);
        depository.requestReclaim(ID, asset);
    }

    function _reclaim(address asset) private {
        vm.prank(user);
        depository.reclaim(ID, asset);
    }

    function _expectReclaim(bytes memory reason) private {
        vm.prank(user);
        vm.expectRevert(reason);
        depository.reclaim(ID, address(token));
    }
}
