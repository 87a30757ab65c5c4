// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Plan} from "./IRouter.sol";
import {ISignatureTransfer} from "./ISignatureTransfer.sol";

/// @notice An EIP-2612 permit of exactly the amount that is pulled; all zero for none.
struct Permit {
    uint256 deadline;
    uint8 v;
    bytes32 r;
    bytes32 s;
}

/// @notice What an EIP-3009 authorisation says beside its nonce, which is the hash of the plan.
struct Authorization {
    uint256 validAfter;
    uint256 validBefore;
    uint8 v;
    bytes32 r;
    bytes32 s;
}

/// @title The only holder of allowances
/// @notice It moves an owner's tokens to the runner of a plan and has the router carry it out, and it does so only for
/// the owner itself or with the owner's signature over that very plan.
interface IApprovalProxy {
    error InvalidSignature();

    /// @notice Pulls from the caller.
    function pull(address token, uint256 amount, Plan calldata plan) external payable returns (uint256);

    /// @notice Pulls from the caller after its permit. One that somebody else has submitted already is no error.
    function pullWithPermit(address token, uint256 amount, Plan calldata plan, Permit calldata permit)
        external
        payable
        returns (uint256);

    /// @notice Pulls from `owner`, who signed `Transfer(owner, token, amount, plan)`; anybody may submit it, once.
    function pullSigned(
        address owner,
        address token,
        uint256 amount,
        Plan calldata plan,
        Permit calldata permit,
        bytes calldata signature
    ) external returns (uint256);

    /// @notice Pulls by an EIP-3009 authorisation of `owner` whose nonce is the hash of the plan; anybody may submit it.
    function pullAuthorized(
        address owner,
        address token,
        uint256 amount,
        Plan calldata plan,
        Authorization calldata authorization
    ) external returns (uint256);

    /// @notice Pulls by a Permit2 transfer of `owner` whose witness is the plan; anybody may submit it.
    function pullPermit2(
        address owner,
        ISignatureTransfer.PermitTransferFrom calldata permit,
        Plan calldata plan,
        bytes calldata signature
    ) external returns (uint256);

    /// @notice What the owner signs for {pullSigned}.
    function hashTransfer(address owner, address token, uint256 amount, Plan calldata plan)
        external
        view
        returns (bytes32);
}
