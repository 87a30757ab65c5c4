// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @notice An ordinary token that anyone can mint, and the base of the strange ones.
contract PlainToken is ERC20("Plain", "PLAIN") {
    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }
}

/// @notice Delivers 1 % less than it takes.
contract FeeToken is PlainToken {
    function _update(address from, address to, uint256 amount) internal override {
        if (from == address(0) || to == address(0)) return super._update(from, to, amount);
        uint256 fee = amount / 100;
        super._update(from, address(0), fee);
        super._update(from, to, amount - fee);
    }
}

/// @notice Takes 1 % more from the sender than was sent, when told to.
contract SurchargeToken is PlainToken {
    bool public charging;

    function setCharging(bool value) external {
        charging = value;
    }

    function _update(address from, address to, uint256 amount) internal override {
        super._update(from, to, amount);
        if (charging && from != address(0) && to != address(0)) super._update(from, address(0), amount / 100);
    }
}

/// @notice Moves nothing and returns false.
contract FalseToken is PlainToken {
    function transfer(address, uint256) public pure override returns (bool) {
        return false;
    }

    function transferFrom(address, address, uint256) public pure override returns (bool) {
        return false;
    }
}

/// @notice Says true and moves nothing.
contract LyingToken is PlainToken {
    function transferFrom(address, address, uint256) public pure override returns (bool) {
        return true;
    }
}

/// @notice Balances as usual, and no return values, as the oldest tokens have it.
contract SilentToken {
    mapping(address account => uint256) public balanceOf;
    mapping(address account => mapping(address spender => uint256)) public allowance;

    function mint(address to, uint256 amount) external {
        balanceOf[to] += amount;
    }

    function approve(address spender, uint256 amount) external {
        allowance[msg.sender][spender] = amount;
    }

    function transfer(address to, uint256 amount) external {
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
    }

    function transferFrom(address from, address to, uint256 amount) external {
        allowance[from][msg.sender] -= amount;
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
    }
}

/// @notice Makes one prepared call in the middle of every transfer, and remembers whether it went through.
contract HookToken is PlainToken {
    address public target;
    bytes public data;
    bool public reached;
    bool public succeeded;

    function setHook(address to, bytes calldata payload) external {
        target = to;
        data = payload;
    }

    function _update(address from, address to, uint256 amount) internal override {
        super._update(from, to, amount);
        if (target == address(0) || from == address(0)) return;
        address callee = target;
        target = address(0);
        reached = true;
        (succeeded,) = callee.call(data);
    }
}

/// @notice Answers every successful call with its ordinary result followed by a lot of zeros.
contract LoudToken {
    address private immutable PLAIN = address(new PlainToken());

    fallback(bytes calldata input) external returns (bytes memory) {
        (bool success, bytes memory result) = PLAIN.delegatecall(input);
        require(success);
        return abi.encodePacked(result, new bytes(100_000));
    }
}

/// @notice Refuses transfers to and from blocked accounts.
contract BlockingToken is PlainToken {
    error Blocked(address account);

    mapping(address account => bool) public blocked;

    function setBlocked(address account, bool value) external {
        blocked[account] = value;
    }

    function _update(address from, address to, uint256 amount) internal override {
        require(!blocked[from], Blocked(from));
        require(!blocked[to], Blocked(to));
        super._update(from, to, amount);
    }
}

/// @notice Lets its owner change anyone's balance, as a rebase would.
contract RebasingToken is PlainToken {
    function slash(address account, uint256 amount) external {
        _burn(account, amount);
    }
}
