// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {LowLevelCall} from "@openzeppelin/contracts/utils/LowLevelCall.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {CallRunner} from "./CallRunner.sol";
import {Call, ICallRunner} from "./interfaces/ICallRunner.sol";
import {Delegation, FillPlan, IFiller} from "./interfaces/IFiller.sol";

/// @title Filler
/// @notice See {IFiller}. Solvers approve this contract, so it calls nothing but tokens, recipients of native currency
/// and its own runners.
contract Filler is IFiller, ReentrancyGuardTransient {
    using SafeERC20 for IERC20;

    /// @dev What the code of a delegated account begins with (EIP-7702); the address follows.
    bytes3 private constant DELEGATED = 0xef0100;

    /// @notice The runner that each fill with calls clones.
    address public immutable RUNNER;

    /// @notice Whether the fill of `keccak256(abi.encode(solver, orderId))` was made.
    mapping(bytes32 key => bool) public filled;

    /// @param depository The vault of this chain, which no call of a fill may touch.
    constructor(address depository) {
        RUNNER = address(new CallRunner(depository));
    }

    /// @inheritdoc IFiller
    function fillNative(bytes32 orderId, address to) external payable nonReentrant {
        _claim(orderId, to);
        require(msg.value != 0, ZeroAmount());
        require(LowLevelCall.callNoReturn(to, msg.value, ""), NativeTransferFailed(to, msg.value));
        emit Filled(orderId, msg.sender, to, address(0), msg.value);
    }

    /// @inheritdoc IFiller
    function fillErc20(bytes32 orderId, address token, address to, uint256 amount) external nonReentrant {
        _claim(orderId, to);
        uint256 delivered = _pullAll(token, to, amount);
        emit Filled(orderId, msg.sender, to, token, delivered);
    }

    /// @inheritdoc IFiller
    function fillWithCalls(bytes32 orderId, address token, uint256 amount, Call[] calldata calls, address refundTo)
        external
        payable
        nonReentrant
    {
        bytes32 key = _claim(orderId, refundTo);
        address runner = Clones.cloneDeterministic(RUNNER, key);
        uint256 delivered = amount;
        if (token == address(0)) {
            require(amount != 0, ZeroAmount());
            require(amount == msg.value, NativeAmountMismatch(amount, msg.value));
        } else {
            delivered = _pullAll(token, runner, amount);
        }
        ICallRunner(runner).run{value: msg.value}(token, calls, refundTo);
        emit CallsExecuted(orderId, msg.sender, keccak256(abi.encode(calls)));
        emit Filled(orderId, msg.sender, refundTo, token, delivered);
    }

    /// @inheritdoc IFiller
    function fillPlan(bytes32 orderId, FillPlan calldata plan) external payable nonReentrant {
        bytes32 key = _claim(orderId, plan.to);
        require(plan.amount != 0 && plan.minimum != 0 && plan.maximum != 0, ZeroAmount());
        uint256 native = plan.token == address(0) ? plan.amount : 0;
        require(msg.value == native + plan.topup, NativeAmountMismatch(native + plan.topup, msg.value));
        _checkDelegations(plan.delegations);
        address runner = Clones.cloneDeterministic(RUNNER, key);
        if (native == 0) _pull(plan.token, runner, plan.amount);
        uint256 paid = ICallRunner(runner).runPlan{value: native}(plan, msg.sender);
        if (plan.calls.length != 0) emit CallsExecuted(orderId, msg.sender, keccak256(abi.encode(plan.calls)));
        emit Filled(orderId, msg.sender, plan.to, plan.paid, paid);
        if (plan.topup == 0) return;
        require(LowLevelCall.callNoReturn(plan.to, plan.topup, ""), NativeTransferFailed(plan.to, plan.topup));
        emit Filled(orderId, msg.sender, plan.to, address(0), plan.topup);
    }

    /// @inheritdoc IFiller
    function isFilled(address solver, bytes32 orderId) external view returns (bool) {
        return filled[_key(solver, orderId)];
    }

    /// @inheritdoc IFiller
    function runnerOf(address solver, bytes32 orderId) external view returns (address) {
        return Clones.predictDeterministicAddress(RUNNER, _key(solver, orderId));
    }

    /// @dev Marks the caller's order as paid, before anything leaves.
    function _claim(bytes32 orderId, address to) private returns (bytes32 key) {
        require(to != address(0) && to != address(this) && to != RUNNER, InvalidRecipient(to));
        key = _key(msg.sender, orderId);
        require(!filled[key], AlreadyFilled(orderId));
        filled[key] = true;
    }

    /// @dev A chain passes over an authorization that does not hold and goes on; what depends on it must not.
    function _checkDelegations(Delegation[] calldata delegations) private view {
        for (uint256 i = 0; i < delegations.length; ++i) {
            (address account, address delegate) = (delegations[i].account, delegations[i].delegate);
            bytes memory code = account.code;
            bytes memory wanted = delegate == address(0) ? bytes("") : abi.encodePacked(DELEGATED, delegate);
            require(keccak256(code) == keccak256(wanted), NotDelegated(account, delegate));
        }
    }

    /// @dev Moves `amount` from the caller to `to` and returns what arrived.
    function _pull(address token, address to, uint256 amount) private returns (uint256 delivered) {
        uint256 before = IERC20(token).balanceOf(to);
        IERC20(token).safeTransferFrom(msg.sender, to, amount);
        delivered = IERC20(token).balanceOf(to) - before;
        require(delivered != 0, ZeroAmount());
    }

    /// @dev As {_pull}, where less than was taken is no payment: the fill then reverts, and the order can be refunded.
    function _pullAll(address token, address to, uint256 amount) private returns (uint256 delivered) {
        delivered = _pull(token, to, amount);
        require(delivered >= amount, TooLittleDelivered(delivered, amount));
    }

    function _key(address solver, bytes32 orderId) private pure returns (bytes32) {
        return keccak256(abi.encode(solver, orderId));
    }
}
