// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";

/// @notice Refuses native currency.
contract Rejector {
    error Refused();

    receive() external payable {
        revert Refused();
    }
}

/// @notice Answers any call by reverting with a lot of bytes.
contract Bomb {
    error Noise(bytes);

    fallback() external payable {
        revert Noise(new bytes(200_000));
    }
}

/// @notice Makes one prepared call when it receives native currency, and remembers whether it went through.
contract Reentrant {
    address public target;
    uint256 public value;
    bytes public data;
    bool public reached;
    bool public succeeded;

    function setHook(address to, bytes calldata payload) external {
        target = to;
        data = payload;
    }

    function setValue(uint256 amount) external {
        value = amount;
    }

    receive() external payable {
        if (target == address(0)) return;
        reached = true;
        (succeeded,) = target.call{value: value}(data);
    }
}

/// @notice A contract that signs as whatever `answer` says, for one digest.
contract ContractSigner is IERC1271 {
    bytes32 public accepted;

    function accept(bytes32 digest) external {
        accepted = digest;
    }

    function isValidSignature(bytes32 digest, bytes calldata) external view returns (bytes4) {
        return digest == accepted ? IERC1271.isValidSignature.selector : bytes4(0);
    }
}

/// @notice The target of a call of a fill: takes tokens by approval, or pays back.
contract Shop {
    error OutOfStock();

    uint256 public sold;

    function buy(address token, uint256 price) external payable {
        sold += 1;
        (bool success,) =
            token.call(abi.encodeWithSignature("transferFrom(address,address,uint256)", msg.sender, address(this), price));
        require(success, OutOfStock());
    }

    function pay() external payable {
        sold += 1;
    }

    function refund(uint256 amount) external {
        // As old wrapped ether does: 2,300 gas and no more.
        payable(msg.sender).transfer(amount);
    }

    function fail() external pure {
        revert OutOfStock();
    }

    receive() external payable {}
}
