// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Call} from "../src/interfaces/ICallRunner.sol";
import {FillPlan, IFiller} from "../src/interfaces/IFiller.sol";
import {IRunner} from "../src/interfaces/IRunner.sol";
import {Rejector, Reentrant} from "./support/Accounts.sol";
import {FillPlanFixture} from "./support/FillPlanFixture.sol";
import {vm} from "./support/Vm.sol";

/// @notice Burns whatever gas it gets.
contract GasBurner {
    uint256 public spins;

    function spin() external {
        while (true) ++spins;
    }

    receive() external payable {
        while (true) ++spins;
    }
}

/// @notice Pays in simulations, where nobody mines, and fails in blocks.
contract Sniffer {
    error NotHere();

    function act() external view {
        require(block.coinbase == address(0) && block.timestamp == 0, NotHere());
    }
}

/// @notice Group N of the cases: what destination calls try, and how it ends.
contract CallAbuseTest is FillPlanFixture {
    function test_N1_ACallCannotTakeWhatOthersAllowedTheFiller() public {
        address[2] memory owners = [victim, solver];
        for (uint256 i = 0; i < 2; ++i) {
            FillPlan memory plan =
                _callPlan(address(held), 0, abi.encodeCall(held.transferFrom, (owners[i], attacker, 1)));
            vm.expectPartialRevert(IRunner.CallFailed.selector);
            _fill(plan);
        }
        vm.assertEq(held.balanceOf(attacker), 0);
    }

    function test_N2_OurContractsAndPermit2AreNoTargets() public {
        address[5] memory denied =
            [PERMIT2, DEPOSITORY, address(filler), filler.RUNNER(), filler.runnerOf(solver, ORDER)];
        for (uint256 i = 0; i < 5; ++i) {
            vm.expectRevert(abi.encodeWithSelector(IRunner.DeniedTarget.selector, 0, denied[i]));
            _fill(_callPlan(denied[i], 0, ""));
            vm.expectRevert(abi.encodeWithSelector(IRunner.DeniedTarget.selector, 0, denied[i]));
            _fill(_callPlan(denied[i], 0, hex"12345678"));
        }
    }

    function test_N3_AnApprovalThatACallLeavesIsOfNoUse() public {
        _fill(_callPlan(address(held), 0, abi.encodeCall(held.approve, (attacker, ALL))));
        FillPlan memory next = _plan(address(held), 50);
        vm.prank(solver);
        filler.fillPlan(keccak256("order 2"), next);
        address used = filler.runnerOf(solver, ORDER);
        vm.assertTrue(used != filler.runnerOf(solver, keccak256("order 2")));
        vm.prank(attacker);
        (bool success,) = address(held).call(abi.encodeCall(held.transferFrom, (used, attacker, 1)));
        vm.assertFalse(success);
        _assertEmpty();
    }

    function test_N4_ACallCannotDrainTheFillOfAnotherOrder() public {
        bytes32 second = keccak256("order 2");
        address next = filler.runnerOf(solver, second);
        FillPlan memory plan = _callPlan(address(held), 0, abi.encodeCall(held.transferFrom, (next, attacker, 1)));
        vm.expectPartialRevert(IRunner.CallFailed.selector);
        _fill(plan);
        vm.prank(solver);
        filler.fillPlan(second, _plan(address(held), 50));
        vm.assertEq(held.balanceOf(recipient), 50);
        vm.assertEq(held.balanceOf(next), 0);
    }

    function test_N5_ShortDataReachesOnlyTargetsThatAreNotDenied() public {
        vm.expectRevert(abi.encodeWithSelector(IRunner.DeniedTarget.selector, 0, DEPOSITORY));
        _fill(_callPlan(DEPOSITORY, 0, hex"49290c"));
        FillPlan memory plan = _plan(NATIVE, 10);
        plan.calls = new Call[](1);
        plan.calls[0] = Call(address(shop), 4, "");
        _fill(plan);
        vm.assertEq(address(shop).balance, 4);
        vm.assertEq(recipient.balance, 6);
    }

    function test_N6_ATargetCannotEnterTheFillerAgain() public {
        Reentrant reentrant = new Reentrant();
        held.mint(address(reentrant), 100);
        vm.prank(address(reentrant));
        held.approve(address(filler), ALL);
        FillPlan memory inner = _plan(address(held), 100);
        inner.to = attacker;
        reentrant.setHook(address(filler), abi.encodeCall(IFiller.fillPlan, (ORDER, inner)));
        FillPlan memory plan = _plan(NATIVE, 10);
        plan.calls = new Call[](1);
        plan.calls[0] = Call(address(reentrant), 4, "");
        _fill(plan);
        vm.assertTrue(reentrant.reached());
        vm.assertFalse(reentrant.succeeded());
        vm.assertEq(held.balanceOf(attacker), 0);
    }

    function test_N7_AGasBombBurnsWhatTheFillMayBurnAndPaysNothing() public {
        GasBurner burner = new GasBurner();
        FillPlan memory plan = _callPlan(address(burner), 0, abi.encodeCall(burner.spin, ()));
        uint256 before = gasleft();
        vm.prank(solver);
        (bool success,) = address(filler).call{gas: 1_000_000}(abi.encodeCall(IFiller.fillPlan, (ORDER, plan)));
        vm.assertFalse(success);
        vm.assertLe(before - gasleft(), 1_100_000);
        vm.assertEq(held.balanceOf(solver), 1_000);
        vm.assertFalse(filler.isFilled(solver, ORDER));
    }

    function test_N8_ATargetThatToldASimulationFromABlockPaysNothing() public {
        FillPlan memory plan = _callPlan(address(new Sniffer()), 0, abi.encodeCall(Sniffer.act, ()));
        vm.expectRevert(abi.encodeWithSelector(IRunner.CallFailed.selector, 0, abi.encodeWithSelector(Sniffer.NotHere.selector)));
        _fill(plan);
        vm.assertEq(held.balanceOf(solver), 1_000);
        _fill(_plan(address(held), 100));
    }

    function test_N9_DataForAnAccountWithoutCodeIsRefused() public {
        vm.expectRevert(abi.encodeWithSelector(IRunner.CallToEmptyAccount.selector, 0, attacker));
        _fill(_callPlan(attacker, 0, hex"12345678"));
    }

    function test_N11_AFillThatNeedsADelegationRevertsWithoutIt() public {
        FillPlan memory plan = _callPlan(address(shop), 0, abi.encodeCall(shop.pay, ()));
        _delegate(plan, victim, address(shop));
        bytes memory reason = abi.encodeWithSelector(IFiller.NotDelegated.selector, victim, address(shop));
        vm.expectRevert(reason);
        _fill(plan);
        vm.etch(victim, abi.encodePacked(hex"ef0100", attacker));
        vm.expectRevert(reason);
        _fill(plan);
        vm.etch(victim, abi.encodePacked(hex"ef0100", address(shop)));
        _fill(plan);
        vm.assertEq(shop.sold(), 1);
    }

    function test_N11_ADelegationToNobodyIsAnAccountWithoutCode() public {
        FillPlan memory plan = _plan(address(held), 10);
        _delegate(plan, victim, address(0));
        vm.etch(victim, abi.encodePacked(hex"ef0100", address(shop)));
        vm.expectRevert(abi.encodeWithSelector(IFiller.NotDelegated.selector, victim, address(0)));
        _fill(plan);
        vm.etch(victim, "");
        _fill(plan);
    }

    function test_N13_ARecipientThatTakesNoNativeCurrencyGetsNothingAndCostsNothing() public {
        address[2] memory bad = [address(new Rejector()), address(new GasBurner())];
        for (uint256 i = 0; i < 2; ++i) {
            FillPlan memory plan = _plan(address(held), 10);
            plan.topup = 3;
            plan.to = bad[i];
            vm.prank(solver);
            (bool success,) =
                address(filler).call{gas: 1_000_000, value: 3}(abi.encodeCall(IFiller.fillPlan, (ORDER, plan)));
            vm.assertFalse(success);
            plan = _plan(NATIVE, 10);
            plan.to = bad[i];
            vm.prank(solver);
            (success,) =
                address(filler).call{gas: 1_000_000, value: 10}(abi.encodeCall(IFiller.fillPlan, (ORDER, plan)));
            vm.assertFalse(success);
        }
        vm.assertEq(solver.balance, 1_000);
        vm.assertFalse(filler.isFilled(solver, ORDER));
    }
}
