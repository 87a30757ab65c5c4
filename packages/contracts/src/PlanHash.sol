// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Plan, PlanCall, Settlement} from "./interfaces/IRouter.sol";

/// @title PlanHash
/// @notice EIP-712 struct hashes of plans, so that wallets show what is signed.
library PlanHash {
    bytes internal constant CALL_TYPE =
        "PlanCall(address to,uint256 value,bytes data,address token,uint256 allowance)";
    bytes internal constant SETTLEMENT_TYPE =
        "Settlement(bytes32 id,address account,address token,uint256 minimum,uint256 maximum)";
    bytes internal constant PLAN_TYPE =
        "Plan(PlanCall[] calls,Settlement settlement,address[] touched,address refundTo,uint256 deadline,bytes32 salt)";

    bytes32 private constant CALL_TYPEHASH = keccak256(CALL_TYPE);
    bytes32 private constant SETTLEMENT_TYPEHASH = keccak256(SETTLEMENT_TYPE);
    bytes32 private constant PLAN_TYPEHASH = keccak256(bytes.concat(PLAN_TYPE, CALL_TYPE, SETTLEMENT_TYPE));

    function hash(Plan calldata plan) internal pure returns (bytes32) {
        bytes32[] memory calls = new bytes32[](plan.calls.length);
        for (uint256 i = 0; i < calls.length; ++i) {
            calls[i] = _hash(plan.calls[i]);
        }
        return keccak256(
            abi.encode(
                PLAN_TYPEHASH,
                keccak256(abi.encodePacked(calls)),
                _hash(plan.settlement),
                keccak256(abi.encodePacked(plan.touched)),
                plan.refundTo,
                plan.deadline,
                plan.salt
            )
        );
    }

    function _hash(PlanCall calldata call) private pure returns (bytes32) {
        return keccak256(
            abi.encode(CALL_TYPEHASH, call.to, call.value, keccak256(call.data), call.token, call.allowance)
        );
    }

    function _hash(Settlement calldata settlement) private pure returns (bytes32) {
        return keccak256(abi.encode(SETTLEMENT_TYPEHASH, settlement));
    }
}
