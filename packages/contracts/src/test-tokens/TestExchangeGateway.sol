// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

/// @title TestExchangeGateway
/// @notice Takes deposits for the simulated exchange of local chains, which watches its events and pays out of it.
contract TestExchangeGateway is Ownable {
    using SafeERC20 for IERC20;

    /// @notice Indexes of the assets on the exchange.
    uint16 public constant ETH = 1;
    uint16 public constant USDC = 3;
    /// @notice Highest route: 0 is that of perpetuals, 1 that of spot markets.
    uint8 public constant ROUTE_MAX = 1;
    /// @notice Wei of the smallest unit of ETH on the exchange, which has eight decimals there.
    uint256 public constant WEI_PER_UNIT = 1e10;

    IERC20 public immutable TOKEN;

    /// @notice `amount` in smallest units of the chain is credited to the account that `to` owns.
    event Deposit(address indexed to, uint16 assetIndex, uint8 routeType, uint256 amount);
    /// @notice `amount` left the exchange for `to`.
    event PaidOut(address indexed to, uint16 assetIndex, uint256 amount);

    error UnknownAsset(uint16 assetIndex);
    error UnknownRoute(uint8 routeType);
    error WrongAmount(uint256 amount, uint256 value);
    error PaymentFailed();

    /// @param token USDC.
    /// @param owner Who runs the exchange.
    constructor(IERC20 token, address owner) Ownable(owner) {
        TOKEN = token;
    }

    /// @notice Deposits for the account of `to`, which is opened where there is none.
    /// @param amount Of ETH exactly the value, without a rest below the exchange's smallest unit.
    function deposit(address to, uint16 assetIndex, uint8 routeType, uint256 amount) external payable {
        if (routeType > ROUTE_MAX) revert UnknownRoute(routeType);
        if (assetIndex == ETH) {
            if (amount != msg.value || amount == 0 || amount % WEI_PER_UNIT != 0) revert WrongAmount(amount, msg.value);
        } else if (assetIndex == USDC) {
            if (msg.value != 0 || amount == 0) revert WrongAmount(amount, msg.value);
            TOKEN.safeTransferFrom(msg.sender, address(this), amount);
        } else {
            revert UnknownAsset(assetIndex);
        }
        emit Deposit(to, assetIndex, routeType, amount);
    }

    /// @notice Pays `amount` out to `to`; owner only.
    function payOut(address to, uint16 assetIndex, uint256 amount) external onlyOwner {
        emit PaidOut(to, assetIndex, amount);
        if (assetIndex == USDC) {
            TOKEN.safeTransfer(to, amount);
            return;
        }
        if (assetIndex != ETH) revert UnknownAsset(assetIndex);
        (bool paid,) = to.call{value: amount}("");
        if (!paid) revert PaymentFailed();
    }
}
