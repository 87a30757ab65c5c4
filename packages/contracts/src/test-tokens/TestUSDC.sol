// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {IERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Permit.sol";
import {ERC3009} from "@openzeppelin/contracts/token/ERC20/extensions/draft-ERC3009.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {Nonces} from "@openzeppelin/contracts/utils/Nonces.sol";

/// @title TestUSDC
/// @notice A dollar for local chains with the interface of the real one: 6 decimals, EIP-712 version 2, EIP-2612
/// permits and EIP-3009 authorisations.
/// @dev The permit is spelt out because OpenZeppelin's fixes version 1 of the domain.
contract TestUSDC is ERC3009, IERC20Permit, Nonces, Ownable {
    bytes32 private constant PERMIT_TYPEHASH =
        keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");

    error PermitExpired(uint256 deadline);
    error PermitSignerMismatch(address signer, address owner);

    /// @param owner Who may mint.
    constructor(address owner) ERC20("USD Coin", "USDC") EIP712("USD Coin", "2") Ownable(owner) {}

    /// @notice Creates `amount` for `to`; owner only.
    function mint(address to, uint256 amount) external onlyOwner {
        _mint(to, amount);
    }

    /// @inheritdoc IERC20Permit
    function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)
        external
    {
        require(block.timestamp <= deadline, PermitExpired(deadline));
        bytes32 digest = _hashTypedDataV4(
            keccak256(abi.encode(PERMIT_TYPEHASH, owner, spender, value, _useNonce(owner), deadline))
        );
        address signer = ECDSA.recover(digest, v, r, s);
        require(signer == owner, PermitSignerMismatch(signer, owner));
        _approve(owner, spender, value);
    }

    /// @inheritdoc IERC20Permit
    // solhint-disable-next-line func-name-mixedcase
    function DOMAIN_SEPARATOR() external view returns (bytes32) {
        return _domainSeparatorV4();
    }

    /// @notice The version of the EIP-712 domain.
    function version() external pure returns (string memory) {
        return "2";
    }

    /// @inheritdoc IERC20Permit
    function nonces(address owner) public view override(IERC20Permit, Nonces) returns (uint256) {
        return super.nonces(owner);
    }

    /// @notice Always 6.
    function decimals() public pure override returns (uint8) {
        return 6;
    }
}
