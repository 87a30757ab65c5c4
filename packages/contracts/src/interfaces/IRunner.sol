// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title An account that makes calls for others
/// @notice Used once and never again, so that nothing a call leaves behind (an approval, an operator, a balance) can
/// touch anybody else's money.
interface IRunner {
    error NotCreator(address account);
    error DeniedTarget(uint256 index, address to);
    error CallToEmptyAccount(uint256 index, address to);
    /// @notice Call number `index` failed; `reason` is its return data, cut at 256 bytes.
    error CallFailed(uint256 index, bytes reason);
    error BelowMinimum(uint256 amount, uint256 minimum);
    error SweepFailed(address to, uint256 amount);
}
