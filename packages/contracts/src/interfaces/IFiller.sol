// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Call} from "./ICallRunner.sol";

/// @title A solver's payments, each order at most once
/// @notice Every function pays one order of the caller and refuses to pay it again. The guard is per solver, so nobody
/// can use up the orders of another.
interface IFiller {
    /// @notice `solver` paid the order: `amount` of `token` reached `to`, or, for a fill with calls, was handed to them,
    /// and what they left over went to `to`. `token` is zero for native currency.
    event Filled(
        bytes32 indexed orderId, address indexed solver, address indexed to, address token, uint256 amount
    );
    /// @notice The fill ran the calls whose `keccak256(abi.encode(calls))` is `callsHash`.
    event CallsExecuted(bytes32 indexed orderId, address indexed solver, bytes32 callsHash);

    error AlreadyFilled(bytes32 orderId);
    error ZeroAmount();
    error InvalidRecipient(address to);
    error NativeAmountMismatch(uint256 amount, uint256 value);
    error NativeTransferFailed(address to, uint256 amount);

    /// @notice Pays the attached native currency to `to`; reverts if `to` does not take it.
    function fillNative(bytes32 orderId, address to) external payable;

    /// @notice Pays `amount` of `token` from the caller straight to `to`, and reports what arrived.
    function fillErc20(bytes32 orderId, address token, address to, uint256 amount) external;

    /// @notice Hands `amount` of `token` from the caller, and the attached native currency, to a fresh runner that makes
    /// `calls` in order and then sweeps what is left of both to `refundTo`. All of it happens, or nothing.
    /// @param token Zero for native currency alone; `amount` is then the attached value.
    function fillWithCalls(bytes32 orderId, address token, uint256 amount, Call[] calldata calls, address refundTo)
        external
        payable;

    /// @notice Whether `solver` has paid the order.
    function isFilled(address solver, bytes32 orderId) external view returns (bool);

    /// @notice The account that makes the calls of this solver's fill of the order.
    function runnerOf(address solver, bytes32 orderId) external view returns (address);
}
