// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Depository} from "../src/Depository.sol";
import {DepositoryHandler} from "./support/DepositoryHandler.sol";
import {vm} from "./support/Vm.sol";

/// @notice What holds after any sequence of actions of anybody.
contract DepositoryInvariantTest {
    /// @dev The shape in which forge asks for selectors.
    struct FuzzSelector {
        address addr;
        bytes4[] selectors;
    }

    DepositoryHandler private handler;
    Depository private depository;

    function setUp() public {
        vm.warp(1_800_000_000);
        handler = new DepositoryHandler();
        depository = handler.depository();
    }

    function targetContracts() public view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    function excludeSelectors() public view returns (FuzzSelector[] memory excluded) {
        excluded = new FuzzSelector[](1);
        excluded[0] = FuzzSelector(address(handler), new bytes4[](1));
        excluded[0].selectors[0] = DepositoryHandler.submit.selector;
    }

    /// @dev The balance is what came in less what went out, and covers all escrow.
    function invariant_FI1_BalanceIsWhatTheBooksSay() public view {
        for (uint256 i = 0; i < 3; ++i) {
            address token = handler.tokens(i);
            uint256 balance = handler.balanceOf(token, address(depository));
            uint256 received = handler.deposited(token) + handler.donated(token);
            vm.assertEq(balance, received - handler.withdrawn(token) - handler.reclaimed(token), "balance");
            vm.assertGe(balance, depository.totalEscrow(token), "escrow is covered");
        }
    }

    /// @dev An id gives back what it was credited with, by release or reclaim, and never more.
    function invariant_FI2_FI9_EveryIdIsReleasedAtMostOnce() public view {
        for (uint256 i = 0; i < 3; ++i) {
            vm.assertTrue(handler.booksAgree(handler.tokens(i)), "books");
        }
    }

    function invariant_FI3_OutflowStaysWithinTheLimit() public view {
        for (uint256 i = 0; i < 3; ++i) {
            vm.assertTrue(handler.outflowIsBounded(handler.tokens(i)), "outflow");
        }
    }

    /// @dev An account that approved everything and does nothing loses nothing.
    function invariant_FI4_TheVictimKeepsEverything() public view {
        for (uint256 i = 0; i < 3; ++i) {
            vm.assertEq(handler.balanceOf(handler.tokens(i), handler.victim()), 1_000_000, "victim");
        }
    }

    function invariant_FI5_TheAttackerGainsNothing() public view {
        for (uint256 i = 0; i < 3; ++i) {
            vm.assertLe(handler.balanceOf(handler.tokens(i), handler.attacker()), 1_000_000, "attacker");
        }
    }

    function invariant_FI7_PowersStayWhereTheyWereGiven() public view {
        vm.assertEq(depository.owner(), handler.expectedOwner());
        vm.assertEq(depository.guardian(), handler.expectedGuardian());
        vm.assertEq(depository.allocator(), handler.expectedAllocator());
    }

    /// @dev Deposits while they are paused, withdrawals that a pause holds back after its end, a nonce twice, and whatever
    /// else a handler saw happen that must not.
    function invariant_FI2_FI8_NothingForbiddenHappened() public view {
        vm.assertEq(handler.breach(), "");
    }
}
