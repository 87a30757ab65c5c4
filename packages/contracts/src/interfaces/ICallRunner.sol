// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice One call of a fill: to whom, with how much native currency, and what.
struct Call {
    address to;
    uint256 value;
    bytes data;
}

/// @title The account that makes the calls of a fill
/// @notice Used once and never again, so that nothing a call leaves behind (an approval, an operator, a balance) can
/// touch the money of another order.
interface ICallRunner {
    error NotFiller(address account);
    error DeniedTarget(uint256 index, address to);
    error CallToEmptyAccount(uint256 index, address to);
    /// @notice Call number `index` failed; `reason` is its return data, cut at 256 bytes.
    error CallFailed(uint256 index, bytes reason);
    error SweepFailed(address to, uint256 amount);

    /// @notice Filler only: makes the calls in order and sweeps the rest of `token` and of native currency to
    /// `refundTo`.
    function run(address token, Call[] calldata calls, address refundTo) external payable;
}
