// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {RouterHandler} from "./support/RouterHandler.sol";
import {PlainToken} from "./support/WeirdTokens.sol";
import {vm} from "./support/Vm.sol";

/// @notice What holds after any sequence of plans, the attacker's among them.
contract RouterInvariantTest {
    RouterHandler private handler;

    function setUp() public {
        handler = new RouterHandler();
    }

    function targetContracts() public view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    /// forge-config: default.invariant.depth = 64
    /// @dev One campaign for all of it: the sequences cost more than the questions.
    function invariant_FI4_FI6_PlansReachTheirOwnersMoneyAloneAndLeaveNothing() public view {
        _assertVictimKeepsEverything();
        _assertNothingIsLeftBehind();
        _assertNobodyMaySpend();
        _assertDepositsAreCovered();
    }

    /// @dev That the campaign does something: each kind of plan goes through, and the forged one does not.
    function test_EveryKindOfPlanIsCarriedOut() public {
        handler.swap(0, 2, 500, false, 7);
        handler.swap(1, 0, 500, true, 7);
        handler.spendNative(1, 50);
        handler.attack(0, 1, 0, 10, false);
        vm.assertEq(handler.executed(), 4);
        invariant_FI4_FI6_PlansReachTheirOwnersMoneyAloneAndLeaveNothing();
        vm.expectRevert();
        handler.forge(0, 100, 1);
        vm.expectRevert();
        handler.attack(0, 0, 0, 10, false);
    }

    function _assertVictimKeepsEverything() private view {
        address victim = handler.victim();
        vm.assertEq(victim.balance, 1_000_000, "native");
        for (uint256 i = 0; i < 3; ++i) {
            vm.assertEq(handler.tokens(i).balanceOf(victim), 1_000_000, "token");
        }
    }

    function _assertNothingIsLeftBehind() private view {
        _assertEmpty(address(handler.router()));
        _assertEmpty(address(handler.proxy()));
        uint256 count = handler.runnerCount();
        for (uint256 i = count > 16 ? count - 16 : 0; i < count; ++i) {
            _assertEmpty(handler.runners(i));
        }
    }

    function _assertNobodyMaySpend() private view {
        address[2] memory holders = [address(handler.router()), address(handler.proxy())];
        address[4] memory spenders =
            [handler.attacker(), address(handler.pool()), address(handler.depository()), handler.user()];
        for (uint256 i = 0; i < 3; ++i) {
            for (uint256 j = 0; j < 8; ++j) {
                vm.assertEq(handler.tokens(i).allowance(holders[j / 4], spenders[j % 4]), 0);
            }
        }
    }

    function _assertDepositsAreCovered() private view {
        address vault = address(handler.depository());
        for (uint256 i = 0; i < 3; ++i) {
            PlainToken token = handler.tokens(i);
            vm.assertGe(token.balanceOf(vault), handler.depository().totalEscrow(address(token)));
        }
    }

    function _assertEmpty(address holder) private view {
        vm.assertEq(holder.balance, 0, "native");
        for (uint256 i = 0; i < 3; ++i) {
            vm.assertEq(handler.tokens(i).balanceOf(holder), 0, "token");
        }
    }
}
