// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {Runner} from "./Runner.sol";
import {IDepository} from "./interfaces/IDepository.sol";
import {IPlanRunner} from "./interfaces/IPlanRunner.sol";
import {Plan, Settlement} from "./interfaces/IRouter.sol";

/// @title PlanRunner
/// @notice See {IPlanRunner}. The router clones one for each plan.
contract PlanRunner is IPlanRunner, Runner {
    using SafeERC20 for IERC20;

    /// @notice Who holds the users' allowances, never a target.
    address public immutable PROXY;

    /// @param depository The vault of this chain.
    /// @param proxy Who holds the users' allowances.
    constructor(address depository, address proxy) Runner(depository) {
        PROXY = proxy;
    }

    /// @inheritdoc IPlanRunner
    function run(Plan calldata plan, address pulled) external payable onlyCreator returns (uint256 amount) {
        require(plan.refundTo != address(0) && !_isDenied(plan.refundTo), DeniedRecipient(plan.refundTo));
        for (uint256 i = 0; i < plan.calls.length; ++i) {
            _callWithAllowance(i, plan.calls[i]);
        }
        amount = _settle(plan.settlement);
        if (pulled != address(0)) _sweep(pulled, plan.refundTo);
        if (plan.settlement.token != address(0)) _sweep(plan.settlement.token, plan.refundTo);
        for (uint256 i = 0; i < plan.touched.length; ++i) {
            _sweep(plan.touched[i], plan.refundTo);
        }
        _sweep(address(0), plan.refundTo);
    }

    function _settle(Settlement calldata settlement) private returns (uint256 amount) {
        (address token, address account) = (settlement.token, settlement.account);
        require(
            settlement.minimum != 0 && settlement.minimum <= settlement.maximum,
            InvalidSettlement(settlement.minimum, settlement.maximum)
        );
        require(account != address(0) && !_isDenied(account), DeniedRecipient(account));
        uint256 held = _held(token);
        require(held >= settlement.minimum, BelowMinimum(held, settlement.minimum));
        amount = Math.min(held, settlement.maximum);
        if (settlement.id == 0) {
            _pay(token, account, amount);
        } else if (token == address(0)) {
            IDepository(DEPOSITORY).depositNative{value: amount}(account, settlement.id);
        } else {
            IERC20(token).forceApprove(DEPOSITORY, amount);
            IDepository(DEPOSITORY).depositErc20(account, token, amount, settlement.id);
        }
    }

    function _isDenied(address to) internal view override returns (bool) {
        return to == PROXY || super._isDenied(to);
    }
}
