// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";

/// @title TestWallet
/// @notice A contract that holds money for local chains: its owner acts for it, and signs for it (ERC-1271) until it no
/// longer may.
contract TestWallet is IERC1271 {
    using Address for address;

    /// @notice Who acts and signs.
    address public immutable OWNER;
    /// @notice Whether no signature counts any more.
    bool public locked;

    error OnlyOwner();

    /// @param owner Who acts and signs.
    constructor(address owner) {
        OWNER = owner;
    }

    receive() external payable {}

    /// @notice Makes a call; owner only.
    function execute(address to, uint256 value, bytes calldata data) external {
        require(msg.sender == OWNER, OnlyOwner());
        to.functionCallWithValue(data, value);
    }

    /// @notice Lets signatures count or not; owner only.
    function setLocked(bool value) external {
        require(msg.sender == OWNER, OnlyOwner());
        locked = value;
    }

    /// @inheritdoc IERC1271
    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        (address signer,,) = ECDSA.tryRecoverCalldata(hash, signature);
        return !locked && signer == OWNER ? this.isValidSignature.selector : bytes4(0xffffffff);
    }
}
