// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title The account behind a deposit address
interface IDepositAddress {
    error NotFactory(address account);

    /// @notice Factory only: deposits the whole balance of `token` (zero for native currency) and returns it.
    function forward(bytes32 id, address depositor, address token) external returns (uint256 amount);
}
