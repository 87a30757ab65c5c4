// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Call} from "../src/interfaces/ICallRunner.sol";
import {FillPlan, IFiller} from "../src/interfaces/IFiller.sol";
import {PlanCall} from "../src/interfaces/IRouter.sol";
import {IRunner} from "../src/interfaces/IRunner.sol";
import {FillPlanFixture} from "./support/FillPlanFixture.sol";
import {PlainToken, SurchargeToken} from "./support/WeirdTokens.sol";
import {vm} from "./support/Vm.sol";

/// @notice Fills that swap, call, top up and depend on delegations: what they pay, and whose the rest is.
contract FillPlanTest is FillPlanFixture {
    // Swaps

    function test_SwapsForTheRecipientWhoGetsTheSurplus() public {
        vm.expectEmit(address(filler));
        emit IFiller.Filled(ORDER, solver, recipient, address(wanted), 200);
        _fill(_swapPlan(100, 150));
        vm.assertEq(wanted.balanceOf(recipient), 200);
        vm.assertEq(held.balanceOf(solver), 900);
        _assertEmpty();
        vm.expectRevert(abi.encodeWithSelector(IFiller.AlreadyFilled.selector, ORDER));
        _fill(_swapPlan(100, 150));
    }

    function test_WhatIsAboveTheMaximumGoesBackToTheSolver() public {
        FillPlan memory plan = _swapPlan(100, 150);
        plan.maximum = 150;
        vm.expectEmit(address(filler));
        emit IFiller.Filled(ORDER, solver, recipient, address(wanted), 150);
        _fill(plan);
        vm.assertEq(wanted.balanceOf(recipient), 150);
        vm.assertEq(wanted.balanceOf(solver), 1_050);
        _assertEmpty();
    }

    function testFuzz_NeverPaysLessThanTheMinimum(uint256 rate, uint256 minimum) public {
        rate = rate % 10;
        minimum = 1 + minimum % 1_000;
        pool.setRate(rate);
        FillPlan memory plan = _swapPlan(100, minimum);
        if (100 * rate < minimum) {
            vm.expectRevert(abi.encodeWithSelector(IRunner.BelowMinimum.selector, 100 * rate, minimum));
        }
        _fill(plan);
        vm.assertTrue(filler.isFilled(solver, ORDER) == (100 * rate >= minimum));
        vm.assertEq(held.balanceOf(solver), 100 * rate >= minimum ? 900 : 1_000);
    }

    function test_SwapsNativeForAToken() public {
        FillPlan memory plan = _swapPlan(0, 150);
        (plan.token, plan.amount) = (NATIVE, 100);
        plan.swap[0] = PlanCall(address(pool), 90, abi.encodeCall(pool.buyTokens, (wanted)), address(0), 0);
        _fill(plan);
        vm.assertEq(wanted.balanceOf(recipient), 180);
        // What the swap did not need.
        vm.assertEq(solver.balance, 910);
        _assertEmpty();
    }

    function test_SwapsATokenForNative() public {
        FillPlan memory plan = _swapPlan(100, 150);
        plan.paid = NATIVE;
        plan.swap[0] = PlanCall(
            address(pool), 0, abi.encodeCall(pool.sellForNative, (held, 90)), address(held), 100
        );
        vm.expectEmit(address(filler));
        emit IFiller.Filled(ORDER, solver, recipient, NATIVE, 180);
        _fill(plan);
        vm.assertEq(recipient.balance, 180);
        vm.assertEq(held.balanceOf(solver), 910);
        _assertEmpty();
    }

    function test_WhatASwapLeavesOfTouchedTokensIsTheSolvers() public {
        PlainToken dust = new PlainToken();
        address runner = filler.runnerOf(solver, ORDER);
        dust.mint(address(pool), 7);
        vm.prank(address(pool));
        dust.approve(runner, 7);
        FillPlan memory plan = _swapPlan(100, 150);
        PlanCall memory swap = plan.swap[0];
        plan.swap = new PlanCall[](2);
        plan.swap[0] = swap;
        plan.swap[1] =
            PlanCall(address(dust), 0, abi.encodeCall(dust.transferFrom, (address(pool), runner, 7)), address(0), 0);
        plan.touched = new address[](2);
        (plan.touched[0], plan.touched[1]) = (address(dust), address(wanted));
        _fill(plan);
        vm.assertEq(dust.balanceOf(solver), 7);
        vm.assertEq(wanted.balanceOf(recipient), 200);
    }

    function test_ASwapHasNoAllowanceAfterwards() public {
        FillPlan memory plan = _swapPlan(100, 150);
        plan.swap[0].allowance = ALL;
        _fill(plan);
        vm.assertEq(held.allowance(filler.runnerOf(solver, ORDER), address(pool)), 0);
    }

    function test_ASwapCannotBeGivenAnAllowanceForADeniedTarget() public {
        FillPlan memory plan = _swapPlan(100, 150);
        plan.swap[0].to = PERMIT2;
        vm.expectRevert(abi.encodeWithSelector(IRunner.DeniedTarget.selector, 0, PERMIT2));
        _fill(plan);
    }

    // Calls, top-ups, and both after a swap

    function test_CallsAreMadeWithWhatTheSwapBrought() public {
        FillPlan memory plan = _swapPlan(100, 150);
        plan.calls = new Call[](2);
        plan.calls[0] = Call(address(wanted), 0, abi.encodeCall(wanted.approve, (address(shop), 120)));
        plan.calls[1] = Call(address(shop), 0, abi.encodeCall(shop.buy, (address(wanted), 120)));
        plan.topup = 5;
        vm.expectEmit(address(filler));
        emit IFiller.CallsExecuted(ORDER, solver, keccak256(abi.encode(plan.calls)));
        vm.expectEmit(address(filler));
        emit IFiller.Filled(ORDER, solver, recipient, address(wanted), 200);
        vm.expectEmit(address(filler));
        emit IFiller.Filled(ORDER, solver, recipient, NATIVE, 5);
        _fill(plan);
        vm.assertEq(wanted.balanceOf(recipient), 80);
        vm.assertEq(wanted.balanceOf(address(shop)), 120);
        vm.assertEq(recipient.balance, 5);
        vm.assertEq(solver.balance, 995);
        _assertEmpty();
    }

    function test_TopsUpBesideAPlainPayment() public {
        FillPlan memory plan = _plan(address(held), 40);
        plan.topup = 3;
        _fill(plan);
        vm.assertEq(held.balanceOf(recipient), 40);
        vm.assertEq(recipient.balance, 3);
        _assertEmpty();
    }

    function test_ACallCannotSpendTheTopup() public {
        FillPlan memory plan = _callPlan(address(shop), 1, abi.encodeCall(shop.pay, ()));
        plan.topup = 3;
        vm.expectRevert(abi.encodeWithSelector(IRunner.CallFailed.selector, 0, ""));
        _fill(plan);
    }

    function test_TheAttachedValueIsExact() public {
        FillPlan memory plan = _plan(NATIVE, 40);
        plan.topup = 3;
        vm.expectRevert(abi.encodeWithSelector(IFiller.NativeAmountMismatch.selector, 43, 42));
        vm.prank(solver);
        filler.fillPlan{value: 42}(ORDER, plan);
    }

    function test_RefusesEmptyPlans() public {
        FillPlan memory plan = _plan(address(held), 0);
        vm.expectRevert(IFiller.ZeroAmount.selector);
        _fill(plan);
        plan = _plan(address(held), 1);
        plan.minimum = 0;
        vm.expectRevert(IFiller.ZeroAmount.selector);
        _fill(plan);
        plan = _plan(address(held), 1);
        plan.maximum = 0;
        vm.expectRevert(IFiller.ZeroAmount.selector);
        _fill(plan);
    }

    function test_ATokenThatDeliversLessThanItTakesRevertsTheFill() public {
        SurchargeToken odd = new SurchargeToken();
        odd.mint(solver, 100);
        vm.prank(solver);
        odd.approve(address(filler), ALL);
        FillPlan memory plan = _plan(address(odd), 100);
        plan.minimum = 101;
        vm.expectRevert(abi.encodeWithSelector(IRunner.BelowMinimum.selector, 100, 101));
        _fill(plan);
    }

    function test_OnlyTheFillerRunsARunner() public {
        FillPlan memory plan = _swapPlan(100, 150);
        _fill(plan);
        (bool success,) = filler.runnerOf(solver, ORDER)
            .call(abi.encodeWithSignature(
                "runPlan((address,uint256,(address,uint256,bytes,address,uint256)[],address[],address,uint256,uint256,(address,uint256,bytes)[],(address,address)[],address,uint256),address)",
                plan,
                attacker
            ));
        vm.assertFalse(success);
    }
}
