// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";

/// @title TestToken
/// @notice A token for local chains with any name, symbol and decimals, and EIP-2612 permits.
contract TestToken is ERC20Permit, Ownable {
    uint8 private immutable _DECIMALS;

    /// @param owner Who may mint.
    constructor(string memory name, string memory symbol, uint8 decimals_, address owner)
        ERC20(name, symbol)
        ERC20Permit(name)
        Ownable(owner)
    {
        _DECIMALS = decimals_;
    }

    /// @notice Creates `amount` for `to`; owner only.
    function mint(address to, uint256 amount) external onlyOwner {
        _mint(to, amount);
    }

    /// @notice As the token was made with.
    function decimals() public view override returns (uint8) {
        return _DECIMALS;
    }
}
