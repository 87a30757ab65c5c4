// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

/// @title TestCalibur
/// @notice Stands on local chains where Uniswap's Calibur stands on public ones. It has the part of its interface that clients
/// of gasless batches use: batches that the account's own key has signed, whoever submits them, each once. It has no other keys,
/// hooks or entry points.
contract TestCalibur {
    struct Call {
        address to;
        uint256 value;
        bytes data;
    }

    struct BatchedCall {
        Call[] calls;
        bool revertOnFailure;
    }

    struct SignedBatchedCall {
        BatchedCall batchedCall;
        uint256 nonce;
        bytes32 keyHash;
        address executor;
        uint256 deadline;
    }

    /// @custom:storage-location erc7201:portage.test.calibur
    struct State {
        mapping(uint256 key => uint256 seq) seqs;
    }

    string private constant CALL = "Call(address to,uint256 value,bytes data)";
    string private constant BATCH = "BatchedCall(Call[] calls,bool revertOnFailure)";
    string private constant SIGNED =
        "SignedBatchedCall(BatchedCall batchedCall,uint256 nonce,bytes32 keyHash,address executor,uint256 deadline)";
    string private constant DOMAIN =
        "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract,bytes32 salt)";

    /// @dev keccak256(abi.encode(uint256(keccak256("portage.test.calibur")) - 1)) & ~bytes32(uint256(0xff)), so that a later
    /// delegate of the account does not meet it.
    bytes32 private constant STATE = keccak256(abi.encode(uint256(keccak256("portage.test.calibur")) - 1)) & ~bytes32(uint256(0xff));

    /// @dev The address that code stands at; an account that is delegated to it has another one.
    address private constant IMPLEMENTATION = 0x000000009B1D0aF20D8C6d0A44e162d11F9b8f00;

    error NotSigned(address signer);
    error UnknownKey(bytes32 keyHash);
    error OtherExecutor(address executor);
    error Late(uint256 deadline);
    error NonceUsed(uint256 nonce);

    receive() external payable {}

    /// @notice The number that the next batch carries under a key: the key in the upper 192 bits, the number in the lower 64.
    function getSeq(uint256 key) external view returns (uint256) {
        return _state().seqs[key];
    }

    /// @notice Makes the calls of a batch; with `revertOnFailure` all of them or none.
    /// @param wrappedSignature The account's own signature, and data of hooks, which there are none of.
    function execute(SignedBatchedCall calldata signed, bytes calldata wrappedSignature) external payable {
        require(signed.keyHash == 0, UnknownKey(signed.keyHash));
        require(signed.executor == address(0) || signed.executor == msg.sender, OtherExecutor(signed.executor));
        require(signed.deadline == 0 || block.timestamp <= signed.deadline, Late(signed.deadline));
        require(uint64(signed.nonce) == _state().seqs[signed.nonce >> 64]++, NonceUsed(signed.nonce));
        (bytes memory signature,) = abi.decode(wrappedSignature, (bytes, bytes));
        address signer = ECDSA.recover(_digest(signed), signature);
        require(signer == address(this), NotSigned(signer));
        _run(signed.batchedCall);
    }

    function _run(BatchedCall calldata batch) private {
        for (uint256 i = 0; i < batch.calls.length; ++i) {
            Call calldata each = batch.calls[i];
            (bool success, bytes memory reason) = each.to.call{value: each.value}(each.data);
            if (!success && batch.revertOnFailure) {
                assembly ("memory-safe") {
                    revert(add(reason, 32), mload(reason))
                }
            }
        }
    }

    function _digest(SignedBatchedCall calldata signed) private view returns (bytes32) {
        bytes32 domain = keccak256(
            abi.encode(
                keccak256(bytes(DOMAIN)),
                keccak256("Calibur"),
                keccak256("1.0.0"),
                block.chainid,
                address(this),
                bytes32(uint256(uint160(IMPLEMENTATION)))
            )
        );
        bytes32 batch = keccak256(
            abi.encode(
                keccak256(abi.encodePacked(SIGNED, BATCH, CALL)),
                _hashBatch(signed.batchedCall),
                signed.nonce,
                signed.keyHash,
                signed.executor,
                signed.deadline
            )
        );
        return keccak256(abi.encodePacked(hex"1901", domain, batch));
    }

    function _hashBatch(BatchedCall calldata batch) private pure returns (bytes32) {
        bytes32[] memory hashes = new bytes32[](batch.calls.length);
        for (uint256 i = 0; i < batch.calls.length; ++i) {
            Call calldata each = batch.calls[i];
            hashes[i] = keccak256(abi.encode(keccak256(bytes(CALL)), each.to, each.value, keccak256(each.data)));
        }
        return keccak256(
            abi.encode(keccak256(abi.encodePacked(BATCH, CALL)), keccak256(abi.encodePacked(hashes)), batch.revertOnFailure)
        );
    }

    function _state() private pure returns (State storage state) {
        bytes32 slot = STATE;
        assembly ("memory-safe") {
            state.slot := slot
        }
    }
}
