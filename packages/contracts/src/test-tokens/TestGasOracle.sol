// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title TestGasOracle
/// @notice Stands in, on local chains, for what rollups tell of the price of data: `GasPriceOracle` of the OP Stack and
/// `ArbGasInfo` of Arbitrum.
contract TestGasOracle {
    /// @notice Wei for each transaction and for each of its bytes.
    uint256 public fixedFee;
    uint256 public byteFee;

    /// @notice Sets both prices; anybody may.
    function setPrices(uint256 newFixedFee, uint256 newByteFee) external {
        (fixedFee, byteFee) = (newFixedFee, newByteFee);
    }

    /// @notice Data fee of an unsigned transaction, as the OP Stack tells it.
    function getL1Fee(bytes calldata transaction) external view returns (uint256) {
        return fixedFee + byteFee * transaction.length;
    }

    /// @notice Prices as Arbitrum tells them: the second is that of a byte of calldata.
    function getPricesInWei() external view returns (uint256, uint256, uint256, uint256, uint256, uint256) {
        return (140 * byteFee, byteFee, 0, 0, 0, 0);
    }
}
