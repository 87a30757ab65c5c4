// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {LowLevelCall} from "@openzeppelin/contracts/utils/LowLevelCall.sol";
import {LibCall} from "solady/utils/LibCall.sol";
import {Call, ICallRunner} from "./interfaces/ICallRunner.sol";

/// @title CallRunner
/// @notice See {ICallRunner}. No storage and no owner; the filler deploys one and clones it for each fill with calls.
contract CallRunner is ICallRunner {
    using SafeERC20 for IERC20;

    /// @notice The canonical address of Permit2, never a target.
    address public constant PERMIT2 = 0x000000000022D473030F116dDEE9F6B43aC78BA3;
    /// @notice The only account that may use the runner, never a target.
    address public immutable FILLER;
    /// @notice The vault of this chain, never a target.
    address public immutable DEPOSITORY;

    address private immutable IMPLEMENTATION;
    uint16 private constant MAX_REASON_BYTES = 256;

    /// @param depository The vault of this chain.
    constructor(address depository) {
        FILLER = msg.sender;
        DEPOSITORY = depository;
        IMPLEMENTATION = address(this);
    }

    /// @notice Takes native currency that a call returns, such as unwrapped ether.
    receive() external payable {}

    /// @inheritdoc ICallRunner
    function run(address token, Call[] calldata calls, address refundTo) external payable {
        require(msg.sender == FILLER, NotFiller(msg.sender));
        for (uint256 i = 0; i < calls.length; ++i) {
            _call(i, calls[i]);
        }
        _sweep(token, refundTo);
    }

    function _call(uint256 index, Call calldata request) private {
        address to = request.to;
        require(!_isDenied(to), DeniedTarget(index, to));
        require(request.data.length == 0 || to.code.length != 0, CallToEmptyAccount(index, to));
        (bool success,, bytes memory reason) =
            LibCall.tryCall(to, request.value, gasleft(), MAX_REASON_BYTES, request.data);
        require(success, CallFailed(index, reason));
    }

    function _sweep(address token, address refundTo) private {
        if (token != address(0)) {
            uint256 left = IERC20(token).balanceOf(address(this));
            if (left != 0) IERC20(token).safeTransfer(refundTo, left);
        }
        uint256 native = address(this).balance;
        if (native != 0) require(LowLevelCall.callNoReturn(refundTo, native, ""), SweepFailed(refundTo, native));
    }

    function _isDenied(address to) private view returns (bool) {
        return to == FILLER || to == DEPOSITORY || to == PERMIT2 || to == IMPLEMENTATION || to == address(this);
    }
}
