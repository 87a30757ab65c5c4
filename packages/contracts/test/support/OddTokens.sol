// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {PlainToken} from "./WeirdTokens.sol";

/// @notice Moves no less and no more than its bounds at a time.
contract BoundedToken is PlainToken {
    error OutOfBounds();

    uint256 private immutable LEAST;
    uint256 private immutable MOST;

    constructor(uint256 least, uint256 most) {
        LEAST = least;
        MOST = most;
    }

    function _update(address from, address to, uint256 amount) internal override {
        if (from != address(0)) require(amount >= LEAST && amount <= MOST, OutOfBounds());
        super._update(from, to, amount);
    }
}

/// @notice Wants an allowance set to zero before it is set to anything else.
contract OnceApprovedToken is PlainToken {
    error ApproveToZeroFirst();

    function approve(address spender, uint256 amount) public override returns (bool) {
        require(amount == 0 || allowance(msg.sender, spender) == 0, ApproveToZeroFirst());
        return super.approve(spender, amount);
    }
}

/// @notice Moves nothing while it is paused.
contract PausableToken is PlainToken {
    error TransfersArePaused();

    bool public paused;

    function setPaused(bool value) external {
        paused = value;
    }

    function _update(address from, address to, uint256 amount) internal override {
        require(!paused, TransfersArePaused());
        super._update(from, to, amount);
    }
}

/// @notice What an upgrade may turn a token into: everybody is rich, and nothing moves.
contract UpgradedToken {
    function balanceOf(address) external pure returns (uint256) {
        return 1_000_000;
    }

    function transfer(address, uint256) external pure returns (bool) {
        return false;
    }

    function transferFrom(address, address, uint256) external pure returns (bool) {
        return true;
    }
}

/// @notice Answers everything, also what should be a balance, with as much as its gas allows.
contract ReturnBombToken {
    fallback() external {
        assembly ("memory-safe") {
            return(0, 500000)
        }
    }
}

/// @notice Has as many decimals as it likes.
contract DecimalsToken is PlainToken {
    uint8 private immutable DECIMALS;

    constructor(uint8 count) {
        DECIMALS = count;
    }

    function decimals() public view override returns (uint8) {
        return DECIMALS;
    }
}
