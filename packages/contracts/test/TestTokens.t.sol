// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ERC3009} from "@openzeppelin/contracts/token/ERC20/extensions/draft-ERC3009.sol";
import {TestUSDC} from "../src/test-tokens/TestUSDC.sol";
import {WETH} from "../src/test-tokens/WETH.sol";
import {vm} from "./support/Vm.sol";

contract TestTokensTest {
    uint256 private constant KEY = 0x5ec2e7;
    uint256 private constant START = 1_800_000_000;

    address private holder = vm.addr(KEY);
    address private friend = address(0xf21e5d);
    TestUSDC private usdc;
    WETH private weth;

    function setUp() public {
        vm.warp(START);
        usdc = new TestUSDC(address(this));
        usdc.mint(holder, 100);
        weth = new WETH();
    }

    function test_DescribesItselfAsTheRealOne() public view {
        vm.assertEq(usdc.name(), "USD Coin");
        vm.assertEq(usdc.symbol(), "USDC");
        vm.assertEq(usdc.version(), "2");
        vm.assertEq(usdc.decimals(), 6);
        bytes32 domain =
            keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");
        vm.assertEq(
            usdc.DOMAIN_SEPARATOR(),
            keccak256(abi.encode(domain, keccak256("USD Coin"), keccak256("2"), block.chainid, address(usdc)))
        );
    }

    function test_OnlyTheOwnerMints() public {
        vm.prank(friend);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, friend));
        usdc.mint(friend, 1);
    }

    function test_Permits() public {
        bytes32 hash = keccak256(
            abi.encode(
                keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)"),
                holder,
                friend,
                40,
                0,
                START
            )
        );
        (uint8 v, bytes32 r, bytes32 s) = _sign(hash);
        usdc.permit(holder, friend, 40, START, v, r, s);
        vm.assertEq(usdc.allowance(holder, friend), 40);
        vm.assertEq(usdc.nonces(holder), 1);
        vm.expectPartialRevert(TestUSDC.PermitSignerMismatch.selector);
        usdc.permit(holder, friend, 40, START, v, r, s);
        vm.warp(START + 1);
        vm.expectRevert(abi.encodeWithSelector(TestUSDC.PermitExpired.selector, START));
        usdc.permit(holder, friend, 40, START, v, r, s);
    }

    function test_TransfersWithAuthorization() public {
        bytes32 nonce = keccak256("nonce");
        (uint8 v, bytes32 r, bytes32 s) = _sign(_authorization("TransferWithAuthorization", friend, nonce));
        usdc.transferWithAuthorization(holder, friend, 40, START - 1, START + 1, nonce, v, r, s);
        vm.assertEq(usdc.balanceOf(friend), 40);
        vm.assertTrue(usdc.authorizationState(holder, nonce));
        vm.expectRevert(abi.encodeWithSelector(ERC3009.ERC3009UsedAuthorization.selector, holder, nonce));
        usdc.transferWithAuthorization(holder, friend, 40, START - 1, START + 1, nonce, v, r, s);
    }

    function test_ReceivesWithAuthorization() public {
        bytes32 nonce = keccak256("nonce");
        (uint8 v, bytes32 r, bytes32 s) = _sign(_authorization("ReceiveWithAuthorization", friend, nonce));
        vm.expectRevert();
        usdc.receiveWithAuthorization(holder, friend, 40, START - 1, START + 1, nonce, v, r, s);
        vm.prank(friend);
        usdc.receiveWithAuthorization(holder, friend, 40, START - 1, START + 1, nonce, v, r, s);
        vm.assertEq(usdc.balanceOf(friend), 40);
    }

    function test_CancelsAnAuthorization() public {
        bytes32 nonce = keccak256("nonce");
        bytes32 typeHash = keccak256("CancelAuthorization(address authorizer,bytes32 nonce)");
        (uint8 v, bytes32 r, bytes32 s) = _sign(keccak256(abi.encode(typeHash, holder, nonce)));
        usdc.cancelAuthorization(holder, nonce, v, r, s);
        (v, r, s) = _sign(_authorization("TransferWithAuthorization", friend, nonce));
        vm.expectRevert(abi.encodeWithSelector(ERC3009.ERC3009UsedAuthorization.selector, holder, nonce));
        usdc.transferWithAuthorization(holder, friend, 40, START - 1, START + 1, nonce, v, r, s);
    }

    function test_WrapsEther() public {
        vm.deal(friend, 10);
        vm.startPrank(friend);
        weth.deposit{value: 6}();
        (bool success,) = address(weth).call{value: 4}("");
        vm.assertTrue(success);
        vm.assertEq(weth.balanceOf(friend), 10);
        weth.withdraw(7);
        vm.stopPrank();
        vm.assertEq(friend.balance, 7);
        vm.assertEq(weth.totalSupply(), 3);
    }

    function _authorization(string memory name, address to, bytes32 nonce) private view returns (bytes32) {
        bytes memory members =
            "(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)";
        bytes32 typeHash = keccak256(abi.encodePacked(name, members));
        return keccak256(abi.encode(typeHash, holder, to, 40, START - 1, START + 1, nonce));
    }

    function _sign(bytes32 structHash) private view returns (uint8 v, bytes32 r, bytes32 s) {
        return vm.sign(KEY, keccak256(abi.encodePacked(hex"1901", usdc.DOMAIN_SEPARATOR(), structHash)));
    }
}
