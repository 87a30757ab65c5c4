// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";

/// @title TestSafe
/// @notice A wallet of several owners for local chains. It reads signatures as a Safe of version 1.3 or 1.4 does: owners
/// sign a message of the wallet around the hash, 65 bytes each, by rising address. The last of the 65 says how: 27 and 28
/// over the hash of that message, 31 and 32 over it as a personal message, 1 for a hash that the owner has approved on
/// the chain, 0 for an owner that is a contract, whose own signature stands behind all parts. A hash that the wallet has
/// signed on the chain has the empty signature.
/// @dev See https://docs.safe.global/advanced/smart-account-signatures
contract TestSafe is IERC1271 {
    using Address for address;

    bytes32 private constant DOMAIN_TYPE = keccak256("EIP712Domain(uint256 chainId,address verifyingContract)");
    bytes32 private constant MESSAGE_TYPE = keccak256("SafeMessage(bytes message)");

    /// @notice Owners that have to sign.
    uint256 public immutable THRESHOLD;
    /// @notice Whether an account is an owner.
    mapping(address account => bool) public isOwner;
    /// @notice Whether an owner has approved a hash of {messageHash}.
    mapping(address owner => mapping(bytes32 hash => bool)) public isApproved;

    /// @notice Whether the wallet has signed a hash of {messageHash} on the chain.
    mapping(bytes32 hash => bool) public isSigned;

    error OnlyOwner();
    error NotSigned();
    error TooFewSignatures();
    error BadSignature();

    /// @param owners Who signs, and who acts alone in this wallet of local chains.
    /// @param threshold How many of them have to sign.
    constructor(address[] memory owners, uint256 threshold) {
        for (uint256 i; i < owners.length; ++i) {
            isOwner[owners[i]] = true;
        }
        THRESHOLD = threshold;
    }

    receive() external payable {}

    /// @notice Makes a call; an owner alone may, other than in a Safe.
    function execute(address to, uint256 value, bytes calldata data) external {
        require(isOwner[msg.sender], OnlyOwner());
        to.functionCallWithValue(data, value);
    }

    /// @notice Approves a hash of {messageHash}, which counts as the owner's signature.
    function approveHash(bytes32 hash) external {
        require(isOwner[msg.sender], OnlyOwner());
        isApproved[msg.sender][hash] = true;
    }

    /// @notice Signs a hash on the chain; an owner alone may, other than in a Safe.
    function signMessage(bytes32 hash) external {
        require(isOwner[msg.sender], OnlyOwner());
        isSigned[messageHash(hash)] = true;
    }

    /// @notice Hash that the owners sign for a hash that the wallet is asked about.
    function messageHash(bytes32 hash) public view returns (bytes32) {
        bytes32 domain = keccak256(abi.encode(DOMAIN_TYPE, block.chainid, address(this)));
        bytes32 message = keccak256(abi.encode(MESSAGE_TYPE, keccak256(abi.encode(hash))));
        return keccak256(abi.encodePacked(bytes2(0x1901), domain, message));
    }

    /// @inheritdoc IERC1271
    /// @dev Reverts for what is no signature, as a Safe does.
    function isValidSignature(bytes32 hash, bytes calldata signatures) external view returns (bytes4) {
        bytes32 signed = messageHash(hash);
        if (signatures.length == 0) {
            require(isSigned[signed], NotSigned());
            return this.isValidSignature.selector;
        }
        require(signatures.length >= THRESHOLD * 65, TooFewSignatures());
        address last;
        for (uint256 i; i < THRESHOLD; ++i) {
            address owner = _signerOf(signed, signatures, i * 65);
            // Rising addresses: none counts twice.
            require(owner > last && isOwner[owner], BadSignature());
            last = owner;
        }
        return this.isValidSignature.selector;
    }

    /// @dev Owner whose part of the signatures begins at a byte; zero where a key signed something else.
    function _signerOf(bytes32 signed, bytes calldata signatures, uint256 at) private view returns (address owner) {
        bytes32 r = bytes32(signatures[at:at + 32]);
        bytes32 s = bytes32(signatures[at + 32:at + 64]);
        uint8 v = uint8(signatures[at + 64]);
        if (v > 30) {
            bytes32 personal = keccak256(abi.encodePacked("\x19Ethereum Signed Message:\n32", signed));
            return ecrecover(personal, v - 4, r, s);
        }
        if (v > 1) return ecrecover(signed, v, r, s);
        owner = address(uint160(uint256(r)));
        if (v == 1) {
            require(isApproved[owner][signed], BadSignature());
            return owner;
        }
        uint256 start = uint256(s);
        require(start >= THRESHOLD * 65, BadSignature());
        uint256 length = uint256(bytes32(signatures[start:start + 32]));
        bytes calldata own = signatures[start + 32:start + 32 + length];
        require(
            IERC1271(owner).isValidSignature(signed, own) == IERC1271.isValidSignature.selector, BadSignature()
        );
    }
}
