// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {PlainToken} from "./WeirdTokens.sol";

/// @notice Sells what it holds at a price that the test sets: `rate` of the output for each unit of the input.
contract Pool {
    uint256 public rate = 2;

    function setRate(uint256 value) external {
        rate = value;
    }

    function swapTokens(PlainToken from, uint256 amount, PlainToken to) external {
        require(from.transferFrom(msg.sender, address(this), amount));
        require(to.transfer(msg.sender, amount * rate));
    }

    function buyTokens(PlainToken to) external payable {
        require(to.transfer(msg.sender, msg.value * rate));
    }

    function sellForNative(PlainToken from, uint256 amount) external {
        require(from.transferFrom(msg.sender, address(this), amount));
        (bool success,) = msg.sender.call{value: amount * rate}("");
        require(success);
    }

    receive() external payable {}
}
