// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {FillPlan} from "./IFiller.sol";
import {IRunner} from "./IRunner.sol";

/// @notice One call of a fill: to whom, with how much native currency, and what.
struct Call {
    address to;
    uint256 value;
    bytes data;
}

/// @title The account that makes the calls of a fill
interface ICallRunner is IRunner {
    /// @notice Filler only: makes the calls in order and sweeps the rest of `token` and of native currency to
    /// `refundTo`.
    function run(address token, Call[] calldata calls, address refundTo) external payable;

    /// @notice Filler only: carries out the swap and the calls of a plan that `solver` pays for.
    /// @return paid What was handed to the calls and the recipient.
    function runPlan(FillPlan calldata plan, address solver) external payable returns (uint256 paid);
}
