// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {IDepository} from "../src/interfaces/IDepository.sol";
import {DepositoryFixture} from "./support/DepositoryFixture.sol";
import {FalseToken, FeeToken, HookToken, LoudToken, LyingToken, PlainToken, SilentToken} from "./support/WeirdTokens.sol";
import {BlockingToken} from "./support/WeirdTokens.sol";
import {vm} from "./support/Vm.sol";

contract DepositTest is DepositoryFixture {
    function test_SelectorsAreTheOnesDecodersKnow() public pure {
        vm.assertEq(bytes32(IDepository.depositNative.selector), bytes32(bytes4(0x49290c1c)));
        vm.assertEq(bytes32(IDepository.depositErc20.selector), bytes32(bytes4(0xe8017952)));
    }

    function testFuzz_CreditsNative(address depositor, bytes32 id, uint96 amount) public {
        vm.assume(id != 0 && amount != 0);
        address credited = depositor == address(0) ? user : depositor;
        vm.deal(user, amount);
        vm.expectEmit(address(depository));
        emit IDepository.Deposit(id, credited, NATIVE, amount, user);
        vm.prank(user);
        depository.depositNative{value: amount}(depositor, id);
        vm.assertEq(depository.escrowOf(id, credited, NATIVE), amount);
        vm.assertEq(depository.totalEscrow(NATIVE), amount);
        vm.assertEq(address(depository).balance, amount);
    }

    function testFuzz_CreditsErc20(address depositor, bytes32 id, uint256 amount) public {
        vm.assume(id != 0);
        amount = 1 + amount % 10_000 ether;
        address credited = depositor == address(0) ? user : depositor;
        vm.expectEmit(address(depository));
        emit IDepository.Deposit(id, credited, address(token), amount, user);
        vm.prank(user);
        depository.depositErc20(depositor, address(token), amount, id);
        vm.assertEq(depository.escrowOf(id, credited, address(token)), amount);
        vm.assertEq(token.balanceOf(address(depository)), amount);
    }

    function test_DepositorZeroStandsForTheCaller() public {
        vm.startPrank(user);
        depository.depositNative{value: 3}(address(0), ID);
        depository.depositErc20(address(0), address(token), 4, ID);
        vm.stopPrank();
        vm.assertEq(depository.escrowOf(ID, user, NATIVE), 3);
        vm.assertEq(depository.escrowOf(ID, user, address(token)), 4);
    }

    function test_AddsUpUnderOneId() public {
        deposit(ID, 3);
        deposit(ID, 4);
        vm.assertEq(depository.escrowOf(ID, user, address(token)), 7);
        vm.assertEq(depository.totalEscrow(address(token)), 7);
    }

    function test_KeepsIdsDepositorsAndTokensApart() public {
        deposit(ID, 3);
        depositNative(ID, 5);
        vm.prank(user);
        depository.depositErc20(stranger, address(token), 7, ID);
        vm.assertEq(depository.escrowOf(ID, user, address(token)), 3);
        vm.assertEq(depository.escrowOf(ID, user, NATIVE), 5);
        vm.assertEq(depository.escrowOf(ID, stranger, address(token)), 7);
        vm.assertEq(depository.escrowOf(OTHER_ID, user, address(token)), 0);
    }

    function test_A13_RefusesIdZero() public {
        vm.expectRevert(IDepository.ZeroId.selector);
        depository.depositNative{value: 1}(user, 0);
        vm.expectRevert(IDepository.ZeroId.selector);
        vm.prank(user);
        depository.depositErc20(user, address(token), 1, 0);
    }

    function test_A13_RefusesAmountZero() public {
        vm.expectRevert(IDepository.ZeroAmount.selector);
        depository.depositNative(user, ID);
        vm.expectRevert(IDepository.ZeroAmount.selector);
        vm.prank(user);
        depository.depositErc20(user, address(token), 0, ID);
    }

    function test_RefusesATokenWithoutCode() public {
        vm.expectRevert(abi.encodeWithSelector(IDepository.TokenWithoutCode.selector, stranger));
        depository.depositErc20(user, stranger, 1, ID);
        vm.expectRevert(abi.encodeWithSelector(IDepository.TokenWithoutCode.selector, NATIVE));
        depository.depositErc20(user, NATIVE, 1, ID);
    }

    function test_RefusesPlainEther() public {
        vm.prank(user);
        (bool success,) = address(depository).call{value: 1}("");
        vm.assertFalse(success);
        (success,) = address(depository).call{value: 1}(abi.encode(ID));
        vm.assertFalse(success);
    }

    function test_CreditsWhatAFeeTokenDelivers() public {
        FeeToken fee = new FeeToken();
        fee.mint(user, 1_000);
        vm.startPrank(user);
        fee.approve(address(depository), 1_000);
        vm.expectEmit(address(depository));
        emit IDepository.Deposit(ID, user, address(fee), 990, user);
        depository.depositErc20(user, address(fee), 1_000, ID);
        vm.stopPrank();
        vm.assertEq(depository.escrowOf(ID, user, address(fee)), 990);
    }

    function test_RefusesATokenThatReturnsFalse() public {
        FalseToken bad = new FalseToken();
        vm.expectRevert(abi.encodeWithSelector(SafeERC20.SafeERC20FailedOperation.selector, address(bad)));
        depository.depositErc20(user, address(bad), 1, ID);
    }

    function test_RefusesATokenThatMovesNothing() public {
        LyingToken bad = new LyingToken();
        vm.expectRevert(IDepository.ZeroAmount.selector);
        depository.depositErc20(user, address(bad), 1, ID);
    }

    function test_TakesATokenWithoutReturnValue() public {
        SilentToken silent = new SilentToken();
        silent.mint(user, 5);
        vm.startPrank(user);
        silent.approve(address(depository), 5);
        depository.depositErc20(user, address(silent), 5, ID);
        vm.stopPrank();
        vm.assertEq(depository.escrowOf(ID, user, address(silent)), 5);
        execute(single(address(silent), ID, user, 5, 1));
        vm.assertEq(silent.balanceOf(recipient), 5);
    }

    function test_CopiesLittleOfWhatALoudTokenReturns() public {
        PlainToken loud = PlainToken(address(new LoudToken()));
        loud.mint(user, 5);
        vm.startPrank(user);
        loud.approve(address(depository), 5);
        depository.depositErc20(user, address(loud), 5, ID);
        vm.stopPrank();
        vm.assertEq(depository.escrowOf(ID, user, address(loud)), 5);
    }

    function test_RefusesABlockedPayer() public {
        BlockingToken blocking = new BlockingToken();
        blocking.mint(user, 5);
        blocking.setBlocked(user, true);
        vm.startPrank(user);
        blocking.approve(address(depository), 5);
        vm.expectRevert(abi.encodeWithSelector(BlockingToken.Blocked.selector, user));
        depository.depositErc20(user, address(blocking), 5, ID);
        vm.stopPrank();
    }

    function test_ReentrantDepositFails() public {
        HookToken hook = new HookToken();
        hook.mint(user, 10);
        hook.mint(address(hook), 10);
        vm.prank(address(hook));
        hook.approve(address(depository), 10);
        hook.setHook(
            address(depository),
            abi.encodeCall(IDepository.depositErc20, (address(hook), address(hook), 5, OTHER_ID))
        );
        vm.startPrank(user);
        hook.approve(address(depository), 10);
        depository.depositErc20(user, address(hook), 5, ID);
        vm.stopPrank();
        vm.assertTrue(hook.reached());
        vm.assertFalse(hook.succeeded());
        vm.assertEq(depository.escrowOf(ID, user, address(hook)), 5);
        vm.assertEq(depository.totalEscrow(address(hook)), 5);
    }
}
