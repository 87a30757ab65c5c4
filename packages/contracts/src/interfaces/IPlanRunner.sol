// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IRunner} from "./IRunner.sol";
import {Plan} from "./IRouter.sol";

/// @title The account that carries out a plan
interface IPlanRunner is IRunner {
    error DeniedRecipient(address account);
    error InvalidSettlement(uint256 minimum, uint256 maximum);

    /// @notice Router only: makes the calls, settles, and sweeps `pulled`, the settled token, native currency and every
    /// touched token to the plan's `refundTo`.
    function run(Plan calldata plan, address pulled) external payable returns (uint256 amount);
}
