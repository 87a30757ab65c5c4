// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {IDepositAddress} from "./interfaces/IDepositAddress.sol";
import {IDepository} from "./interfaces/IDepository.sol";

/// @title DepositAddress
/// @notice See {IDepositAddress}. No storage and no owner; the factory deploys one and clones it for each address. Which
/// id and depositor an account belongs to is in its address alone, so only the factory, which computes it, is listened to.
contract DepositAddress is IDepositAddress {
    using SafeERC20 for IERC20;

    /// @notice The only account that may forward.
    address public immutable FACTORY;
    /// @notice Where everything goes.
    IDepository public immutable DEPOSITORY;

    /// @param depository The vault of this chain.
    constructor(IDepository depository) {
        FACTORY = msg.sender;
        DEPOSITORY = depository;
    }

    /// @notice Takes native currency, before and after the first sweep.
    receive() external payable {}

    /// @inheritdoc IDepositAddress
    function forward(bytes32 id, address depositor, address token) external returns (uint256 amount) {
        require(msg.sender == FACTORY, NotFactory(msg.sender));
        if (token == address(0)) {
            amount = address(this).balance;
            if (amount != 0) DEPOSITORY.depositNative{value: amount}(depositor, id);
        } else {
            amount = IERC20(token).balanceOf(address(this));
            if (amount != 0) {
                IERC20(token).forceApprove(address(DEPOSITORY), amount);
                DEPOSITORY.depositErc20(depositor, token, amount, id);
            }
        }
    }
}
