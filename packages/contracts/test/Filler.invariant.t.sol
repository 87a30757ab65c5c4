// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Filler} from "../src/Filler.sol";
import {FillerHandler} from "./support/FillerHandler.sol";
import {vm} from "./support/Vm.sol";

/// @notice What holds after any sequence of fills.
contract FillerInvariantTest {
    FillerHandler private handler;
    Filler private filler;

    function setUp() public {
        handler = new FillerHandler();
        filler = handler.filler();
    }

    function targetContracts() public view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    function invariant_FI2_EveryOrderIsPaidAtMostOnce() public view {
        for (uint256 i = 0; i < 32; ++i) {
            address solver = handler.solvers(i % 2);
            bytes32 orderId = handler.orderOf(i / 2);
            uint256 fills = handler.fills(solver, orderId);
            vm.assertLe(fills, 1, "fills");
            vm.assertTrue(filler.isFilled(solver, orderId) == (fills == 1), "guard");
        }
    }

    function invariant_FI4_TheVictimKeepsEverything() public view {
        vm.assertEq(handler.tokens(0).balanceOf(handler.victim()), 1_000_000, "token");
        vm.assertEq(handler.tokens(1).balanceOf(handler.victim()), 1_000_000, "fee token");
        vm.assertEq(handler.victim().balance, 1_000_000, "native");
    }

    function invariant_FI5_TheAttackerGainsNothing() public view {
        vm.assertEq(handler.tokens(0).balanceOf(handler.attacker()), 0, "token");
        vm.assertEq(handler.tokens(1).balanceOf(handler.attacker()), 0, "fee token");
        vm.assertEq(handler.attacker().balance, 0, "native");
    }

    function invariant_FI6_NothingStaysInTheMiddle() public view {
        _assertEmpty(address(filler));
        _assertEmpty(filler.RUNNER());
        for (uint256 i = 0; i < handler.runnerCount(); ++i) {
            _assertEmpty(handler.runners(i));
        }
    }

    function invariant_NothingForbiddenHappened() public view {
        vm.assertEq(handler.breach(), "");
    }

    function _assertEmpty(address account) private view {
        vm.assertEq(account.balance, 0, "native");
        vm.assertEq(handler.tokens(0).balanceOf(account), 0, "token");
        vm.assertEq(handler.tokens(1).balanceOf(account), 0, "fee token");
    }
}
