// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Call} from "./ICallRunner.sol";
import {PlanCall} from "./IRouter.sol";

/// @notice An account that must be delegated to `delegate` (EIP-7702) when the fill is made; to nobody where that is zero.
struct Delegation {
    address account;
    address delegate;
}

/// @notice A fill that is more than one payment. `amount` of `token` (zero for native currency, attached) is taken from the
/// solver; `swap` are the solver's own calls, and what they leave of `token`, native currency and `touched` goes back to
/// the solver. Then at least `minimum` of `paid` must be there; what is above `maximum` goes back, too. `calls` are made
/// with the rest, and what they leave is swept to `to`, who gets `topup` of native currency beside.
struct FillPlan {
    address token;
    uint256 amount;
    PlanCall[] swap;
    address[] touched;
    address paid;
    uint256 minimum;
    uint256 maximum;
    Call[] calls;
    Delegation[] delegations;
    address to;
    uint256 topup;
}

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
    /// @notice The token took a part of the payment.
    error TooLittleDelivered(uint256 delivered, uint256 amount);
    error InvalidRecipient(address to);
    error NativeAmountMismatch(uint256 amount, uint256 value);
    error NativeTransferFailed(address to, uint256 amount);
    /// @notice `account` is not delegated to `delegate`: its authorization was passed over or replaced.
    error NotDelegated(address account, address delegate);

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

    /// @notice Pays an order out of another currency, with calls, delegations or a top-up. All of it happens, or nothing.
    /// Reports each payment with an event of its own, what `paid` came to first and the top-up second. The attached
    /// native currency is the top-up and, where `token` is zero, `amount`.
    function fillPlan(bytes32 orderId, FillPlan calldata plan) external payable;

    /// @notice Whether `solver` has paid the order.
    function isFilled(address solver, bytes32 orderId) external view returns (bool);

    /// @notice The account that makes the calls of this solver's fill of the order.
    function runnerOf(address solver, bytes32 orderId) external view returns (address);
}
