// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {DepositAddress} from "./DepositAddress.sol";
import {IDepositAddress} from "./interfaces/IDepositAddress.sol";
import {IDepositAddresses} from "./interfaces/IDepositAddresses.sol";
import {IDepository} from "./interfaces/IDepository.sol";

/// @title DepositAddresses
/// @notice See {IDepositAddresses}. Immutable and without powers: it cannot send money anywhere but to the depository.
contract DepositAddresses is IDepositAddresses {
    /// @notice The account that every deposit address is a clone of.
    address public immutable ACCOUNT;

    /// @param depository The vault of this chain.
    constructor(IDepository depository) {
        ACCOUNT = address(new DepositAddress(depository));
    }

    /// @inheritdoc IDepositAddresses
    function computeDepositAddress(bytes32 id, address depositor) external view returns (address) {
        return Clones.predictDeterministicAddress(ACCOUNT, _salt(id, depositor));
    }

    /// @inheritdoc IDepositAddresses
    function sweep(bytes32 id, address depositor, address[] calldata tokens) external returns (address account) {
        bytes32 salt = _salt(id, depositor);
        account = Clones.predictDeterministicAddress(ACCOUNT, salt);
        if (account.code.length == 0) Clones.cloneDeterministic(ACCOUNT, salt);
        for (uint256 i = 0; i < tokens.length; ++i) {
            uint256 amount = IDepositAddress(account).forward(id, depositor, tokens[i]);
            if (amount != 0) emit Swept(id, depositor, account, tokens[i], amount);
        }
    }

    /// @dev The depository takes neither id zero nor, without naming the account itself instead, depositor zero.
    function _salt(bytes32 id, address depositor) private pure returns (bytes32) {
        require(id != 0, ZeroId());
        require(depositor != address(0), ZeroDepositor());
        return keccak256(abi.encodePacked(id, depositor));
    }
}
