// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";

/// @title TestCollectible
/// @notice A collectible for local chains that anybody may mint at its price.
contract TestCollectible is ERC721("Test Collectible", "TEST") {
    /// @notice What one costs in native currency.
    uint256 public constant PRICE = 0.001 ether;

    /// @notice How many there are.
    uint256 public supply;

    error WrongPrice(uint256 value);
    error SoldOut();

    /// @notice Mints the next one for `to`, at its price.
    function mint(address to) external payable returns (uint256 id) {
        require(msg.value == PRICE, WrongPrice(msg.value));
        id = ++supply;
        _mint(to, id);
    }

    /// @notice Always fails, after the caller has gone to the trouble.
    function mintSoldOut(address) external payable {
        revert SoldOut();
    }
}
