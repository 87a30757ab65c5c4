// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Addresses that turn plain transfers into deposits
/// @notice Every (id, depositor) has an address of its own. Whatever reaches it can only go into the depository, under
/// that id and for that depositor, and anybody may send it there, as often as money arrives.
interface IDepositAddresses {
    /// @notice What `account` held of `token` went into the depository; `amount` is what left the account. `token` is
    /// zero for native currency.
    event Swept(
        bytes32 indexed id, address indexed depositor, address indexed account, address token, uint256 amount
    );

    error ZeroId();
    error ZeroDepositor();

    /// @notice The address of `id` and `depositor`, whether or not it was used. Refuses what a sweep would refuse, so
    /// that no address is given out whose money could not be moved.
    function computeDepositAddress(bytes32 id, address depositor) external view returns (address);

    /// @notice Deposits all that the address holds of `tokens` under `id` for `depositor`; a token of which it holds
    /// nothing is passed over. Puts the code there when it is first used.
    function sweep(bytes32 id, address depositor, address[] calldata tokens) external returns (address account);
}
