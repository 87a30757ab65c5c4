// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IDepository} from "../interfaces/IDepository.sol";
import {TestUSDC} from "./TestUSDC.sol";

/// @title TestOddUSDC
/// @notice What an upgrade may turn a token into: it takes fees, blocks accounts, pauses, and tells of what never
/// happened, as anybody likes. For tests on local chains; its code can stand in for that of {TestUSDC}.
contract TestOddUSDC is TestUSDC {
    error Blocked(address account);
    error TransfersArePaused();

    uint256 private constant BPS = 10_000;

    /// @notice What is kept of every transfer, in basis points.
    uint256 public feeBps;
    /// @notice Whether transfers are refused.
    bool public paused;
    /// @notice Who may neither send nor receive.
    mapping(address account => bool) public blocked;

    constructor(address owner) TestUSDC(owner) {}

    /// @notice Keeps a part of every transfer.
    function setFee(uint256 bps) external {
        feeBps = bps;
    }

    /// @notice Refuses transfers.
    function setPaused(bool value) external {
        paused = value;
    }

    /// @notice Refuses transfers from and to an account.
    function setBlocked(address account, bool value) external {
        blocked[account] = value;
    }

    /// @notice Tells of a transfer and of a deposit that never happened.
    function pretend(bytes32 id, address depositor, address vault, uint256 amount) external {
        emit Transfer(depositor, vault, amount);
        emit IDepository.Deposit(id, depositor, address(this), amount, depositor);
    }

    function _update(address from, address to, uint256 amount) internal override {
        require(!paused, TransfersArePaused());
        require(!blocked[from], Blocked(from));
        require(!blocked[to], Blocked(to));
        uint256 fee = from == address(0) || to == address(0) ? 0 : amount * feeBps / BPS;
        super._update(from, to, amount - fee);
        if (fee != 0) super._update(from, address(0), fee);
    }
}
