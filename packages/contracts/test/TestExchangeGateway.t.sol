// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {TestExchangeGateway} from "../src/test-tokens/TestExchangeGateway.sol";
import {TestUSDC} from "../src/test-tokens/TestUSDC.sol";
import {vm} from "./support/Vm.sol";

contract TestExchangeGatewayTest {
    address private constant HOLDER = address(0xa11ce);
    address private constant FRIEND = address(0xf21e5d);
    TestUSDC private usdc;
    TestExchangeGateway private gateway;

    function setUp() public {
        usdc = new TestUSDC(address(this));
        gateway = new TestExchangeGateway(usdc, address(this));
        usdc.mint(HOLDER, 100);
        vm.deal(HOLDER, 2 ether);
        vm.prank(HOLDER);
        usdc.approve(address(gateway), 100);
    }

    function test_TakesDepositsAndPaysThemOut() public {
        vm.prank(HOLDER);
        gateway.deposit(FRIEND, 3, 0, 60);
        vm.prank(HOLDER);
        gateway.deposit{value: 1 ether}(FRIEND, 1, 1, 1 ether);
        vm.assertEq(usdc.balanceOf(address(gateway)), 60);
        gateway.payOut(FRIEND, 3, 60);
        gateway.payOut(FRIEND, 1, 1 ether);
        vm.assertEq(usdc.balanceOf(FRIEND), 60);
        vm.assertEq(FRIEND.balance, 1 ether);
    }

    function test_RefusesWhatIsNotExact() public {
        refuses(abi.encodeCall(gateway.deposit, (FRIEND, 1, 1, 1 ether)), 1 ether - 1);
        refuses(abi.encodeCall(gateway.deposit, (FRIEND, 1, 1, 1)), 1);
        refuses(abi.encodeCall(gateway.deposit, (FRIEND, 1, 1, 0)), 0);
        refuses(abi.encodeCall(gateway.deposit, (FRIEND, 3, 0, 60)), 1);
        refuses(abi.encodeCall(gateway.deposit, (FRIEND, 3, 0, 0)), 0);
        refuses(abi.encodeCall(gateway.deposit, (FRIEND, 3, 2, 60)), 0);
        refuses(abi.encodeCall(gateway.deposit, (FRIEND, 2, 0, 60)), 0);
        refuses(abi.encodeCall(gateway.deposit, (FRIEND, 3, 0, 101)), 0);
    }

    function test_OnlyTheOwnerPaysOut() public {
        refuses(abi.encodeCall(gateway.payOut, (FRIEND, 3, 0)), 0);
    }

    function refuses(bytes memory data, uint256 value) private {
        vm.prank(HOLDER);
        (bool done,) = address(gateway).call{value: value}(data);
        vm.assertTrue(!done);
    }
}
