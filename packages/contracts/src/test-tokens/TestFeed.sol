// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title TestFeed
/// @notice Stands in, on local chains, for a feed of Chainlink: a price, or whether a sequencer is up.
contract TestFeed {
    /// @notice Decimals of the answer.
    uint8 public immutable decimals;
    int256 private answer;
    uint256 private startedAt;
    uint256 private updatedAt;

    constructor(uint8 newDecimals) {
        decimals = newDecimals;
    }

    /// @notice Sets the answer with its times, in seconds since 1970; anybody may.
    function setRound(int256 newAnswer, uint256 newStartedAt, uint256 newUpdatedAt) external {
        (answer, startedAt, updatedAt) = (newAnswer, newStartedAt, newUpdatedAt);
    }

    /// @notice The newest round, as `AggregatorV3Interface` tells it.
    function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80) {
        return (1, answer, startedAt, updatedAt, 1);
    }
}
