// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {TestBridge} from "../src/test-tokens/TestBridge.sol";
import {TestUSDC} from "../src/test-tokens/TestUSDC.sol";
import {vm} from "./support/Vm.sol";

contract TestBridgeTest {
    address private constant HOLDER = address(0xa11ce);
    address private constant FRIEND = address(0xf21e5d);
    bytes32 private constant SALT = bytes32(uint256(7));
    uint256 private constant ELSEWHERE = 10;
    TestUSDC private usdc;
    TestBridge private bridge;

    function setUp() public {
        usdc = new TestUSDC(address(this));
        bridge = new TestBridge(address(this), 5, 60);
        usdc.mint(HOLDER, 100_000);
        vm.deal(HOLDER, 2 ether);
        vm.prank(HOLDER);
        usdc.approve(address(bridge), 100_000);
    }

    function test_TakesWhatIsSentLessItsFee() public {
        vm.prank(HOLDER);
        bytes32 id = bridge.send(SALT, ELSEWHERE, address(usdc), FRIEND, 10_001);
        vm.assertEq(id, bridge.transferId(block.chainid, HOLDER, SALT));
        vm.assertTrue(bridge.isSent(id));
        vm.assertEq(usdc.balanceOf(address(bridge)), 10_001);
        vm.prank(HOLDER);
        bridge.send{value: 1 ether}(bytes32(0), ELSEWHERE, address(0), FRIEND, 1 ether);
        vm.assertEq(address(bridge).balance, 1 ether);
    }

    function test_RefusesWhatIsNotExact() public {
        refuses(abi.encodeCall(bridge.send, (SALT, ELSEWHERE, address(0), FRIEND, 1 ether)), 1 ether - 1);
        refuses(abi.encodeCall(bridge.send, (SALT, ELSEWHERE, address(0), FRIEND, 0)), 0);
        refuses(abi.encodeCall(bridge.send, (SALT, ELSEWHERE, address(usdc), FRIEND, 60)), 1);
        refuses(abi.encodeCall(bridge.send, (SALT, ELSEWHERE, address(usdc), FRIEND, 100_001)), 0);
        refuses(abi.encodeCall(bridge.send, (SALT, block.chainid, address(usdc), FRIEND, 60)), 0);
    }

    function test_ASaltOfASenderCountsOnce() public {
        vm.prank(HOLDER);
        bytes32 id = bridge.send(SALT, ELSEWHERE, address(usdc), FRIEND, 60);
        refuses(abi.encodeCall(bridge.send, (SALT, ELSEWHERE, address(usdc), FRIEND, 60)), 0);
        // Somebody else with the same salt makes another id.
        vm.deal(FRIEND, 1);
        vm.prank(FRIEND);
        bytes32 other = bridge.send{value: 1}(SALT, ELSEWHERE, address(0), FRIEND, 1);
        vm.assertTrue(other != id);
    }

    function test_DeliversOnce() public {
        usdc.mint(address(bridge), 50);
        vm.deal(address(bridge), 5);
        bridge.deliver(SALT, address(usdc), FRIEND, 50);
        vm.assertEq(usdc.balanceOf(FRIEND), 50);
        TestBridge.Delivery memory delivery = bridge.deliveryOf(SALT);
        vm.assertEq(delivery.amount, 50);
        vm.assertEq(delivery.height, block.number);
        vm.assertEq(delivery.recipient, FRIEND);
        (bool isAgain,) = address(bridge).call(abi.encodeCall(bridge.deliver, (SALT, address(0), FRIEND, 5)));
        vm.assertTrue(!isAgain);
        bridge.deliver(bytes32(0), address(0), FRIEND, 5);
        vm.assertEq(FRIEND.balance, 5);
    }

    function test_OnlyTheOwnerDelivers() public {
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, HOLDER));
        vm.prank(HOLDER);
        bridge.deliver(SALT, address(usdc), HOLDER, 0);
    }

    function refuses(bytes memory call, uint256 value) private {
        vm.prank(HOLDER);
        (bool passed,) = address(bridge).call{value: value}(call);
        vm.assertTrue(!passed);
    }
}
