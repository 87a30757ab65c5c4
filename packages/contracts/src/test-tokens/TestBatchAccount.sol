// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

/// @title TestBatchAccount
/// @notice What an account of local chains may be delegated to (EIP-7702): it makes the calls that its own key has signed,
/// whoever submits them, each batch once.
contract TestBatchAccount {
    struct Call {
        address to;
        uint256 value;
        bytes data;
    }

    bytes32 private constant DOMAIN_TYPE = keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");
    bytes32 private constant CALL_TYPE = keccak256("Call(address to,uint256 value,bytes data)");
    bytes32 private constant BATCH_TYPE = keccak256("Batch(Call[] calls,uint256 nonce)Call(address to,uint256 value,bytes data)");

    /// @custom:storage-location erc7201:portage.test.batchAccount
    struct State {
        uint256 nonce;
    }

    /// @dev keccak256(abi.encode(uint256(keccak256("portage.test.batchAccount")) - 1)) & ~bytes32(uint256(0xff)), so that a later
    /// delegate of the account does not meet it.
    bytes32 private constant STATE = keccak256(abi.encode(uint256(keccak256("portage.test.batchAccount")) - 1)) & ~bytes32(uint256(0xff));

    error NotSigned(address signer);

    receive() external payable {}

    /// @notice The number that the next batch of the account carries.
    function nonce() external view returns (uint256) {
        return _state().nonce;
    }

    /// @notice Makes all calls, or none.
    /// @param signature The account's own, over `Batch(calls, nonce)`.
    function execute(Call[] calldata calls, bytes calldata signature) external {
        address signer = ECDSA.recover(_digest(calls, _state().nonce++), signature);
        require(signer == address(this), NotSigned(signer));
        for (uint256 i = 0; i < calls.length; ++i) {
            (bool success, bytes memory reason) = calls[i].to.call{value: calls[i].value}(calls[i].data);
            if (!success) {
                assembly ("memory-safe") {
                    revert(add(reason, 32), mload(reason))
                }
            }
        }
    }

    function _digest(Call[] calldata calls, uint256 number) private view returns (bytes32) {
        bytes32[] memory hashes = new bytes32[](calls.length);
        for (uint256 i = 0; i < calls.length; ++i) {
            hashes[i] = keccak256(abi.encode(CALL_TYPE, calls[i].to, calls[i].value, keccak256(calls[i].data)));
        }
        bytes32 domain = keccak256(abi.encode(DOMAIN_TYPE, keccak256("TestBatchAccount"), keccak256("1"), block.chainid, address(this)));
        bytes32 batch = keccak256(abi.encode(BATCH_TYPE, keccak256(abi.encodePacked(hashes)), number));
        return keccak256(abi.encodePacked(hex"1901", domain, batch));
    }

    function _state() private pure returns (State storage state) {
        bytes32 slot = STATE;
        assembly ("memory-safe") {
            state.slot := slot
        }
    }
}
