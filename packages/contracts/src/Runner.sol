// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {LowLevelCall} from "@openzeppelin/contracts/utils/LowLevelCall.sol";
import {LibCall} from "solady/utils/LibCall.sol";
import {PlanCall} from "./interfaces/IRouter.sol";
import {IRunner} from "./interfaces/IRunner.sol";

/// @title Runner
/// @notice See {IRunner}. No storage and no owner; its creator deploys one and clones it for each use.
abstract contract Runner is IRunner {
    using SafeERC20 for IERC20;

    /// @notice The canonical address of Permit2, never a target.
    address public constant PERMIT2 = 0x000000000022D473030F116dDEE9F6B43aC78BA3;
    /// @notice The only account that may use the runner, never a target.
    address public immutable CREATOR;
    /// @notice The vault of this chain, never a target.
    address public immutable DEPOSITORY;

    address private immutable IMPLEMENTATION;
    uint16 private constant MAX_REASON_BYTES = 256;

    modifier onlyCreator() {
        require(msg.sender == CREATOR, NotCreator(msg.sender));
        _;
    }

    /// @param depository The vault of this chain.
    constructor(address depository) {
        CREATOR = msg.sender;
        DEPOSITORY = depository;
        IMPLEMENTATION = address(this);
    }

    /// @notice Takes native currency that a call returns, such as unwrapped ether.
    receive() external payable {}

    function _call(uint256 index, address to, uint256 value, bytes calldata data) internal {
        require(!_isDenied(to), DeniedTarget(index, to));
        require(data.length == 0 || to.code.length != 0, CallToEmptyAccount(index, to));
        (bool success,, bytes memory reason) = LibCall.tryCall(to, value, gasleft(), MAX_REASON_BYTES, data);
        require(success, CallFailed(index, reason));
    }

    function _callWithAllowance(uint256 index, PlanCall calldata request) internal {
        if (request.allowance == 0) {
            _call(index, request.to, request.value, request.data);
        } else {
            // Before the allowance: a denied target must not have one for a moment.
            require(!_isDenied(request.to), DeniedTarget(index, request.to));
            IERC20(request.token).forceApprove(request.to, request.allowance);
            _call(index, request.to, request.value, request.data);
            IERC20(request.token).forceApprove(request.to, 0);
        }
    }

    /// @dev Sends all that is held of `token` (zero for native currency) to `to`.
    function _sweep(address token, address to) internal {
        uint256 amount = _held(token);
        if (amount != 0) _pay(token, to, amount);
    }

    function _pay(address token, address to, uint256 amount) internal {
        if (token != address(0)) IERC20(token).safeTransfer(to, amount);
        else require(LowLevelCall.callNoReturn(to, amount, ""), SweepFailed(to, amount));
    }

    function _held(address token) internal view returns (uint256) {
        return token == address(0) ? address(this).balance : IERC20(token).balanceOf(address(this));
    }

    function _isDenied(address to) internal view virtual returns (bool) {
        return to == CREATOR || to == DEPOSITORY || to == PERMIT2 || to == IMPLEMENTATION || to == address(this);
    }
}
