// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {Runner} from "./Runner.sol";
import {Call, ICallRunner} from "./interfaces/ICallRunner.sol";
import {FillPlan} from "./interfaces/IFiller.sol";

/// @title CallRunner
/// @notice See {ICallRunner}. The filler clones one for each fill with calls.
contract CallRunner is ICallRunner, Runner {
    /// @param depository The vault of this chain.
    constructor(address depository) Runner(depository) {}

    /// @inheritdoc ICallRunner
    function run(address token, Call[] calldata calls, address refundTo) external payable onlyCreator {
        _makeCalls(calls);
        if (token != address(0)) _sweep(token, refundTo);
        _sweep(address(0), refundTo);
    }

    /// @inheritdoc ICallRunner
    function runPlan(FillPlan calldata plan, address solver) external payable onlyCreator returns (uint256 paid) {
        _swap(plan, solver);
        uint256 held = _held(plan.paid);
        require(held >= plan.minimum, BelowMinimum(held, plan.minimum));
        paid = Math.min(held, plan.maximum);
        if (held > paid) _pay(plan.paid, solver, held - paid);
        _makeCalls(plan.calls);
        if (plan.paid != address(0)) _sweep(plan.paid, plan.to);
        _sweep(address(0), plan.to);
    }

    /// @dev Whatever is not what the order pays is still the solver's.
    function _swap(FillPlan calldata plan, address solver) private {
        for (uint256 i = 0; i < plan.swap.length; ++i) {
            _callWithAllowance(i, plan.swap[i]);
        }
        if (plan.token != address(0) && plan.token != plan.paid) _sweep(plan.token, solver);
        for (uint256 i = 0; i < plan.touched.length; ++i) {
            if (plan.touched[i] != plan.paid) _sweep(plan.touched[i], solver);
        }
        if (plan.paid != address(0)) _sweep(address(0), solver);
    }

    function _makeCalls(Call[] calldata calls) private {
        for (uint256 i = 0; i < calls.length; ++i) {
            _call(i, calls[i].to, calls[i].value, calls[i].data);
        }
    }
}
