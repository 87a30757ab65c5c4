// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {WETH as WrappedEther} from "solady/tokens/WETH.sol";

/// @title WETH
/// @notice Wrapped ether for local chains.
contract WETH is WrappedEther {}
