// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Runner} from "./Runner.sol";
import {Call, ICallRunner} from "./interfaces/ICallRunner.sol";

/// @title CallRunner
/// @notice See {ICallRunner}. The filler clones one for each fill with calls.
contract CallRunner is ICallRunner, Runner {
    /// @param depository The vault of this chain.
    constructor(address depository) Runner(depository) {}

    /// @inheritdoc ICallRunner
    function run(address token, Call[] calldata calls, address refundTo) external payable onlyCreator {
        for (uint256 i = 0; i < calls.length; ++i) {
            _call(i, calls[i].to, calls[i].value, calls[i].data);
        }
        if (token != address(0)) _sweep(token, refundTo);
        _sweep(address(0), refundTo);
    }
}
