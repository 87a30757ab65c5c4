// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IDepository} from "../src/interfaces/IDepository.sol";
import {IPlanRunner} from "../src/interfaces/IPlanRunner.sol";
import {IRouter, Plan, PlanCall} from "../src/interfaces/IRouter.sol";
import {IRunner} from "../src/interfaces/IRunner.sol";
import {Rejector, Reentrant, Shop} from "./support/Accounts.sol";
import {RouterFixture} from "./support/RouterFixture.sol";
import {vm} from "./support/Vm.sol";
import {FeeToken, SilentToken} from "./support/WeirdTokens.sol";

contract RouterTest is RouterFixture {
    address private constant PERMIT2 = 0x000000000022D473030F116dDEE9F6B43aC78BA3;

    // Swaps

    function test_SwapsATokenForItsOwner() public {
        Plan memory plan = swapPlan(100, 150);
        address runner = router.runnerOf(user, address(token), plan);
        vm.expectEmit(address(router));
        emit IRouter.PlanExecuted(user, 0, router.hashPlan(plan), address(token), address(output), 200);
        vm.assertEq(pull(100, plan), 200);
        vm.assertEq(output.balanceOf(recipient), 200);
        assertNothingLeft(runner, token);
        assertNothingLeft(runner, output);
    }

    function test_SwapsNativeCurrencyInTokensOut() public {
        Plan memory plan = planOf(address(output), 200, 200);
        plan.calls = one(PlanCall(address(pool), 100, abi.encodeCall(pool.buyTokens, (output)), address(0), 0));
        uint256 before = user.balance;
        _execute(plan, 110);
        vm.assertEq(output.balanceOf(recipient), 200);
        vm.assertEq(user.balance, before - 100);
        assertNothingLeft(router.runnerOf(user, NATIVE, plan), output);
    }

    function test_SwapsTokensInNativeCurrencyOut() public {
        Plan memory plan = planOf(NATIVE, 150, 180);
        plan.calls = one(
            PlanCall(address(pool), 0, abi.encodeCall(pool.sellForNative, (token, 100)), address(token), 100)
        );
        uint256 before = user.balance;
        pull(100, plan);
        vm.assertEq(recipient.balance, 180);
        vm.assertEq(user.balance, before + 20);
    }

    function test_DepositsUnderAnOrderAndReturnsTheSurplus() public {
        Plan memory plan = swapPlan(100, 150);
        plan.settlement.id = ID;
        plan.settlement.account = user;
        plan.settlement.maximum = 160;
        address runner = router.runnerOf(user, address(token), plan);
        vm.expectEmit(address(depository));
        emit IDepository.Deposit(ID, user, address(output), 160, runner);
        vm.assertEq(pull(100, plan), 160);
        vm.assertEq(depository.escrowOf(ID, user, address(output)), 160);
        vm.assertEq(output.balanceOf(user), 40);
        assertNothingLeft(runner, output);
    }

    function test_DepositsNativeCurrency() public {
        Plan memory plan = planOf(NATIVE, 100, 100);
        plan.settlement.id = ID;
        plan.settlement.account = user;
        _execute(plan, 103);
        vm.assertEq(depository.escrowOf(ID, user, NATIVE), 100);
    }

    function test_RefusesLessThanTheMinimumAndKeepsNothing() public {
        pool.setRate(1);
        uint256 before = token.balanceOf(user);
        vm.expectRevert(abi.encodeWithSelector(IRunner.BelowMinimum.selector, 100, 150));
        pull(100, swapPlan(100, 150));
        vm.assertEq(token.balanceOf(user), before);
    }

    function test_ReturnsWhatWasNotUsedAndWhatCallsLeftBehind() public {
        Plan memory plan = swapPlan(100, 120);
        plan.settlement.maximum = 120;
        plan.touched = new address[](1);
        plan.touched[0] = address(new SilentToken());
        SilentToken(plan.touched[0]).mint(router.runnerOf(user, address(token), plan), 9);
        uint256 before = token.balanceOf(user);
        pull(130, plan);
        vm.assertEq(token.balanceOf(user), before - 100);
        vm.assertEq(output.balanceOf(user), 80);
        vm.assertEq(SilentToken(plan.touched[0]).balanceOf(user), 9);
    }

    function test_SettlesWhatArrivedOfATokenThatTakesAFee() public {
        FeeToken fee = new FeeToken();
        fee.mint(user, 1_000);
        vm.prank(user);
        fee.approve(address(proxy), 1_000);
        Plan memory plan = planOf(address(fee), 1, type(uint256).max);
        vm.prank(user);
        uint256 settled = proxy.pull(address(fee), 1_000, plan);
        vm.assertTrue(settled < 1_000);
        vm.assertEq(fee.balanceOf(router.runnerOf(user, address(fee), plan)), 0);
    }

    // Once, in time, and only by the proxy

    function test_CarriesOutAPlanOnceAndAnEqualOneWithAnotherSalt() public {
        Plan memory plan = swapPlan(100, 150);
        pull(100, plan);
        address runner = router.runnerOf(user, address(token), plan);
        vm.expectRevert(abi.encodeWithSelector(IRouter.PlanAlreadyExecuted.selector, runner));
        pull(100, plan);
        plan.salt = bytes32(uint256(1));
        pull(100, plan);
        vm.assertEq(output.balanceOf(recipient), 400);
    }

    function test_TheSamePlanOfTwoOwnersIsTwoPlans() public {
        Plan memory plan = planOf(NATIVE, 1, 1);
        _execute(plan, 1);
        vm.prank(stranger);
        router.execute{value: 1}(plan);
        vm.assertEq(recipient.balance, 2);
    }

    function test_RefusesAPlanAfterItsDeadline() public {
        Plan memory plan = swapPlan(100, 150);
        vm.warp(plan.deadline + 1);
        vm.expectRevert(abi.encodeWithSelector(IRouter.PlanExpired.selector, plan.deadline));
        pull(100, plan);
        vm.warp(plan.deadline);
        pull(100, plan);
    }

    function test_OnlyTheProxyActsForOthersAndOnlyTheRouterRuns() public {
        Plan memory plan = swapPlan(100, 150);
        vm.expectRevert(abi.encodeWithSelector(IRouter.NotProxy.selector, stranger));
        vm.prank(stranger);
        router.executeFor(user, address(token), plan);
        pull(100, plan);
        address[2] memory runners = [router.RUNNER(), router.runnerOf(user, address(token), plan)];
        for (uint256 i = 0; i < 2; ++i) {
            vm.expectRevert(abi.encodeWithSelector(IRunner.NotCreator.selector, stranger));
            vm.prank(stranger);
            IPlanRunner(runners[i]).run(plan, address(token));
        }
    }

    // What calls may not do

    function test_N16_CallsReachNeitherAllowancesNorVaultsNorTheRouterItself() public {
        Plan memory plan = planOf(NATIVE, 1, 1);
        address[5] memory denied =
            [address(router), address(proxy), address(depository), PERMIT2, router.RUNNER()];
        for (uint256 i = 0; i < denied.length; ++i) {
            plan.calls = callTo(denied[i], "");
            _expectCallRefused(plan, denied[i]);
            plan.calls[0].token = address(token);
            plan.calls[0].allowance = 1;
            _expectCallRefused(plan, denied[i]);
        }
    }

    function test_RefusesRecipientsFromWhomNothingReturns() public {
        address[5] memory denied =
            [address(0), address(router), address(proxy), address(depository), router.RUNNER()];
        for (uint256 i = 0; i < denied.length; ++i) {
            Plan memory plan = planOf(NATIVE, 1, 1);
            plan.refundTo = denied[i];
            _expectRecipientRefused(plan, denied[i]);
            plan = planOf(NATIVE, 1, 1);
            plan.settlement.account = denied[i];
            _expectRecipientRefused(plan, denied[i]);
        }
    }

    function test_RefusesDataForAnAccountWithoutCode() public {
        Plan memory plan = planOf(NATIVE, 1, 1);
        plan.calls = callTo(stranger, hex"01");
        vm.expectRevert(abi.encodeWithSelector(IRunner.CallToEmptyAccount.selector, 0, stranger));
        _execute(plan, 1);
    }

    function test_RefusesSettlementsThatPromiseNothing() public {
        uint256[2][2] memory wrong = [[uint256(0), 5], [uint256(5), 4]];
        for (uint256 i = 0; i < wrong.length; ++i) {
            (uint256 minimum, uint256 maximum) = (wrong[i][0], wrong[i][1]);
            vm.expectRevert(abi.encodeWithSelector(IPlanRunner.InvalidSettlement.selector, minimum, maximum));
            _execute(planOf(NATIVE, minimum, maximum), 5);
        }
    }

    function test_AFailingCallUndoesEverything() public {
        Shop shop = new Shop();
        Plan memory plan = swapPlan(100, 150);
        PlanCall[] memory calls = new PlanCall[](2);
        (calls[0], calls[1]) = (plan.calls[0], callTo(address(shop), abi.encodeCall(shop.fail, ()))[0]);
        plan.calls = calls;
        uint256 before = token.balanceOf(user);
        bytes memory reason = abi.encodeWithSelector(Shop.OutOfStock.selector);
        vm.expectRevert(abi.encodeWithSelector(IRunner.CallFailed.selector, 1, reason));
        pull(100, plan);
        vm.assertEq(token.balanceOf(user), before);
    }

    function test_ACallThatReentersIsRefused() public {
        Reentrant inner = new Reentrant();
        inner.setHook(address(router), abi.encodeCall(router.execute, (planOf(NATIVE, 1, 1))));
        Plan memory plan = planOf(NATIVE, 1, 1);
        plan.calls = one(PlanCall(address(inner), 5, "", address(0), 0));
        _execute(plan, 6);
        vm.assertTrue(inner.reached() && !inner.succeeded());
    }

    function test_AnAllowanceEndsWithItsCall() public {
        Plan memory plan = swapPlan(100, 150);
        plan.calls[0].allowance = 1_000;
        pull(150, plan);
        assertNothingLeft(router.runnerOf(user, address(token), plan), token);
    }

    function test_AnApprovalThatACallLeavesBehindReachesNoOtherPlan() public {
        Plan memory plan = planOf(address(token), 1, 1);
        plan.calls = callTo(address(token), abi.encodeCall(token.approve, (stranger, type(uint256).max)));
        pull(1, plan);
        plan.salt = bytes32(uint256(1));
        address trap = address(new Reentrant());
        Reentrant(payable(trap)).setHook(
            address(token), abi.encodeCall(token.transferFrom, (router.runnerOf(user, address(token), plan), stranger, 50))
        );
        plan.calls = one(PlanCall(trap, 1, "", address(0), 0));
        plan.settlement.maximum = 100;
        vm.prank(user);
        proxy.pull{value: 1}(address(token), 100, plan);
        vm.assertTrue(Reentrant(payable(trap)).reached() && !Reentrant(payable(trap)).succeeded());
        vm.assertEq(token.balanceOf(stranger), 0);
    }

    function test_ARefusedReturnUndoesEverything() public {
        Plan memory plan = planOf(NATIVE, 1, 1);
        plan.refundTo = address(new Rejector());
        vm.expectRevert(abi.encodeWithSelector(IRunner.SweepFailed.selector, plan.refundTo, 1));
        _execute(plan, 2);
        _execute(plan, 1);
    }

    function _execute(Plan memory plan, uint256 value) private {
        vm.prank(user);
        router.execute{value: value}(plan);
    }

    function _expectCallRefused(Plan memory plan, address to) private {
        vm.expectRevert(abi.encodeWithSelector(IRunner.DeniedTarget.selector, 0, to));
        _execute(plan, 1);
    }

    function _expectRecipientRefused(Plan memory plan, address to) private {
        vm.expectRevert(abi.encodeWithSelector(IPlanRunner.DeniedRecipient.selector, to));
        _execute(plan, 1);
    }
}
