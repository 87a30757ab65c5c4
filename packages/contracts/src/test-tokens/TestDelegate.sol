// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {TestCollectible} from "./TestCollectible.sol";

/// @title TestDelegate
/// @notice What an account of local chains may be delegated to (EIP-7702): it buys for itself, whoever asks and pays.
contract TestDelegate {
    /// @notice Mints one for the delegated account with the attached value.
    function buy(TestCollectible collectible) external payable {
        collectible.mint{value: msg.value}(address(this));
    }
}
