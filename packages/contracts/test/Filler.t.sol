// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {CallRunner} from "../src/CallRunner.sol";
import {Filler} from "../src/Filler.sol";
import {Call} from "../src/interfaces/ICallRunner.sol";
import {IRunner} from "../src/interfaces/IRunner.sol";
import {IFiller} from "../src/interfaces/IFiller.sol";
import {Bomb, Reentrant, Rejector, Shop} from "./support/Accounts.sol";
import {BlockingToken, FalseToken, FeeToken, HookToken, LyingToken} from "./support/WeirdTokens.sol";
import {PlainToken, SilentToken} from "./support/WeirdTokens.sol";
import {vm} from "./support/Vm.sol";

contract FillerTest {
    bytes32 private constant ORDER = keccak256("order 1");
    address private constant DEPOSITORY = address(0xde905);
    address private constant NATIVE = address(0);
    address private constant PERMIT2 = 0x000000000022D473030F116dDEE9F6B43aC78BA3;

    address private solver = address(0x501e5);
    address private other = address(0x07e5);
    address private recipient = address(0x4ec1);
    address private victim = address(0x71c71);

    Filler private filler;
    PlainToken private token;
    Shop private shop;

    function setUp() public {
        filler = new Filler(DEPOSITORY);
        token = new PlainToken();
        shop = new Shop();
        address[3] memory people = [solver, other, victim];
        for (uint256 i = 0; i < 3; ++i) {
            vm.deal(people[i], 1_000);
            token.mint(people[i], 1_000);
            vm.prank(people[i]);
            token.approve(address(filler), type(uint256).max);
        }
    }

    // Native

    function test_PaysNativeOnce() public {
        vm.expectEmit(address(filler));
        emit IFiller.Filled(ORDER, solver, recipient, NATIVE, 7);
        _fillNative(recipient, 7);
        vm.assertEq(recipient.balance, 7);
        vm.assertTrue(filler.isFilled(solver, ORDER));
        vm.assertTrue(filler.filled(keccak256(abi.encode(solver, ORDER))));
        vm.expectRevert(abi.encodeWithSelector(IFiller.AlreadyFilled.selector, ORDER));
        _fillNative(recipient, 7);
    }

    function test_ARejectingRecipientRevertsTheFill() public {
        address rejector = address(new Rejector());
        vm.expectRevert(abi.encodeWithSelector(IFiller.NativeTransferFailed.selector, rejector, 7));
        _fillNative(rejector, 7);
        address bomb = address(new Bomb());
        vm.expectRevert(abi.encodeWithSelector(IFiller.NativeTransferFailed.selector, bomb, 7));
        _fillNative(bomb, 7);
        vm.assertFalse(filler.isFilled(solver, ORDER));
        _fillNative(recipient, 7);
    }

    function test_RefusesEmptyFillsAndImpossibleRecipients() public {
        vm.expectRevert(IFiller.ZeroAmount.selector);
        _fillNative(recipient, 0);
        address[3] memory wrong = [address(0), address(filler), filler.RUNNER()];
        for (uint256 i = 0; i < 3; ++i) {
            bytes memory reason = abi.encodeWithSelector(IFiller.InvalidRecipient.selector, wrong[i]);
            vm.expectRevert(reason);
            _fillNative(wrong[i], 1);
            vm.expectRevert(reason);
            _fillErc20(address(token), wrong[i], 1);
            vm.expectRevert(reason);
            _fillWithCalls(address(token), 1, new Call[](0), wrong[i], 0);
        }
    }

    function test_AReentrantRecipientCannotFill() public {
        Reentrant reentrant = _reentrant();
        _fillNative(address(reentrant), 7);
        vm.assertTrue(reentrant.reached());
        vm.assertFalse(reentrant.succeeded());
    }

    // ERC-20

    function testFuzz_PaysErc20Once(uint256 amount) public {
        amount = 1 + amount % 1_000;
        vm.expectEmit(address(filler));
        emit IFiller.Filled(ORDER, solver, recipient, address(token), amount);
        _fillErc20(address(token), recipient, amount);
        vm.assertEq(token.balanceOf(recipient), amount);
        vm.assertEq(token.balanceOf(solver), 1_000 - amount);
        vm.expectRevert(abi.encodeWithSelector(IFiller.AlreadyFilled.selector, ORDER));
        _fillErc20(address(token), recipient, amount);
    }

    function test_TheGuardHoldsAcrossTheKindsOfFill() public {
        _fillNative(recipient, 1);
        vm.expectRevert(abi.encodeWithSelector(IFiller.AlreadyFilled.selector, ORDER));
        _fillErc20(address(token), recipient, 1);
        vm.expectRevert(abi.encodeWithSelector(IFiller.AlreadyFilled.selector, ORDER));
        _fillWithCalls(address(token), 1, new Call[](0), recipient, 0);
    }

    function test_AStrangerCannotUseUpASolversOrder() public {
        vm.prank(other);
        filler.fillErc20(ORDER, address(token), recipient, 1);
        vm.assertFalse(filler.isFilled(solver, ORDER));
        _fillErc20(address(token), recipient, 1);
    }

    function test_RefusesToPayLessThanWasTaken() public {
        FeeToken fee = new FeeToken();
        _give(address(fee), 1_000);
        vm.expectRevert(abi.encodeWithSelector(IFiller.TooLittleDelivered.selector, 990, 1_000));
        _fillErc20(address(fee), recipient, 1_000);
        vm.assertFalse(filler.isFilled(solver, ORDER));
    }

    function test_TakesATokenWithoutReturnValue() public {
        SilentToken silent = new SilentToken();
        _give(address(silent), 5);
        _fillErc20(address(silent), recipient, 5);
        vm.assertEq(silent.balanceOf(recipient), 5);
    }

    function test_RefusesTokensThatDoNotPay() public {
        FalseToken bad = new FalseToken();
        vm.expectRevert(abi.encodeWithSelector(SafeERC20.SafeERC20FailedOperation.selector, address(bad)));
        _fillErc20(address(bad), recipient, 1);
        address lying = address(new LyingToken());
        vm.expectRevert(IFiller.ZeroAmount.selector);
        _fillErc20(lying, recipient, 1);
        vm.expectRevert();
        _fillErc20(other, recipient, 1);
        vm.expectRevert(IFiller.ZeroAmount.selector);
        _fillErc20(address(token), recipient, 0);
        vm.expectRevert(IFiller.ZeroAmount.selector);
        _fillErc20(address(token), solver, 1);
    }

    function test_ABlockedRecipientRevertsTheFill() public {
        BlockingToken blocking = new BlockingToken();
        _give(address(blocking), 5);
        blocking.setBlocked(recipient, true);
        vm.expectRevert(abi.encodeWithSelector(BlockingToken.Blocked.selector, recipient));
        _fillErc20(address(blocking), recipient, 5);
        vm.assertFalse(filler.isFilled(solver, ORDER));
    }

    function test_AReentrantTokenCannotInflateTheDelivery() public {
        HookToken hook = new HookToken();
        _give(address(hook), 5);
        hook.mint(address(hook), 100);
        vm.prank(address(hook));
        hook.approve(address(filler), 100);
        hook.setHook(address(filler), abi.encodeCall(IFiller.fillErc20, (ORDER, address(hook), recipient, 100)));
        vm.expectEmit(address(filler));
        emit IFiller.Filled(ORDER, solver, recipient, address(hook), 5);
        _fillErc20(address(hook), recipient, 5);
        vm.assertFalse(hook.succeeded());
    }

    // Calls

    function test_RunsTheCallsAndSweepsTheRest() public {
        Call[] memory calls = new Call[](3);
        calls[0] = Call(address(token), 0, abi.encodeCall(token.approve, (address(shop), 60)));
        calls[1] = Call(address(shop), 3, abi.encodeCall(shop.buy, (address(token), 60)));
        calls[2] = Call(other, 2, "");
        uint256 before = other.balance;
        vm.expectEmit(address(filler));
        emit IFiller.CallsExecuted(ORDER, solver, keccak256(abi.encode(calls)));
        vm.expectEmit(address(filler));
        emit IFiller.Filled(ORDER, solver, recipient, address(token), 100);
        _fillWithCalls(address(token), 100, calls, recipient, 10);
        vm.assertEq(token.balanceOf(address(shop)), 60);
        vm.assertEq(token.balanceOf(recipient), 40);
        vm.assertEq(address(shop).balance, 3);
        vm.assertEq(other.balance, before + 2);
        vm.assertEq(recipient.balance, 5);
        _assertEmpty();
        vm.expectRevert(abi.encodeWithSelector(IFiller.AlreadyFilled.selector, ORDER));
        _fillWithCalls(address(token), 100, calls, recipient, 10);
    }

    function test_NativeAloneNeedsTheExactValue() public {
        vm.expectRevert(abi.encodeWithSelector(IFiller.NativeAmountMismatch.selector, 5, 4));
        _fillWithCalls(NATIVE, 5, new Call[](0), recipient, 4);
        vm.expectRevert(IFiller.ZeroAmount.selector);
        _fillWithCalls(NATIVE, 0, new Call[](0), recipient, 0);
        Call[] memory calls = new Call[](1);
        calls[0] = Call(address(shop), 4, abi.encodeCall(shop.pay, ()));
        _fillWithCalls(NATIVE, 5, calls, recipient, 5);
        vm.assertEq(address(shop).balance, 4);
        vm.assertEq(recipient.balance, 1);
        _assertEmpty();
    }

    function test_ACallMayPayBackWithLittleGas() public {
        vm.deal(address(shop), 9);
        Call[] memory calls = new Call[](1);
        calls[0] = Call(address(shop), 0, abi.encodeCall(shop.refund, (9)));
        _fillWithCalls(address(token), 1, calls, recipient, 0);
        vm.assertEq(recipient.balance, 9);
        _assertEmpty();
    }

    function test_AFailingCallRevertsAllOfIt() public {
        Call[] memory calls = new Call[](2);
        calls[0] = Call(address(shop), 1, abi.encodeCall(shop.pay, ()));
        calls[1] = Call(address(shop), 0, abi.encodeCall(shop.fail, ()));
        bytes memory reason = abi.encodeWithSelector(Shop.OutOfStock.selector);
        vm.expectRevert(abi.encodeWithSelector(IRunner.CallFailed.selector, 1, reason));
        _fillWithCalls(address(token), 100, calls, recipient, 1);
        vm.assertEq(shop.sold(), 0);
        vm.assertEq(token.balanceOf(solver), 1_000);
        vm.assertFalse(filler.isFilled(solver, ORDER));
    }

    function test_TheReasonOfAFailureIsCutShort() public {
        Call[] memory calls = new Call[](1);
        calls[0] = Call(address(new Bomb()), 0, hex"01");
        vm.prank(solver);
        try filler.fillWithCalls(ORDER, address(token), 1, calls, recipient) {
            vm.assertTrue(false);
        } catch (bytes memory reason) {
            vm.assertEq(bytes32(bytes4(reason)), bytes32(IRunner.CallFailed.selector));
            vm.assertEq(reason.length, 4 + 3 * 32 + 256);
        }
    }

    function test_RefusesDeniedTargets() public {
        address[5] memory denied =
            [address(filler), filler.RUNNER(), filler.runnerOf(solver, ORDER), DEPOSITORY, PERMIT2];
        vm.etch(DEPOSITORY, hex"00");
        vm.etch(PERMIT2, hex"00");
        for (uint256 i = 0; i < 5; ++i) {
            Call[] memory calls = new Call[](1);
            calls[0] = Call(denied[i], 0, hex"01");
            vm.expectRevert(abi.encodeWithSelector(IRunner.DeniedTarget.selector, 0, denied[i]));
            _fillWithCalls(address(token), 1, calls, recipient, 0);
            calls[0].data = "";
            vm.expectRevert(abi.encodeWithSelector(IRunner.DeniedTarget.selector, 0, denied[i]));
            _fillWithCalls(address(token), 1, calls, recipient, 0);
        }
    }

    function test_RefusesDataForAnEmptyAccount() public {
        Call[] memory calls = new Call[](1);
        calls[0] = Call(other, 0, hex"01");
        vm.expectRevert(abi.encodeWithSelector(IRunner.CallToEmptyAccount.selector, 0, other));
        _fillWithCalls(address(token), 1, calls, recipient, 0);
    }

    function test_ACallCannotUseSomeonesAllowance() public {
        Call[] memory calls = new Call[](1);
        calls[0] = Call(address(token), 0, abi.encodeCall(token.transferFrom, (victim, other, 1)));
        bytes memory reason = abi.encodeWithSelector(
            IERC20Errors.ERC20InsufficientAllowance.selector, filler.runnerOf(solver, ORDER), 0, 1
        );
        vm.expectRevert(abi.encodeWithSelector(IRunner.CallFailed.selector, 0, reason));
        _fillWithCalls(address(token), 1, calls, recipient, 0);
    }

    function test_AnApprovalLeftBehindReachesNoOtherFill() public {
        Call[] memory calls = new Call[](1);
        calls[0] = Call(address(token), 0, abi.encodeCall(token.approve, (address(shop), type(uint256).max)));
        _fillWithCalls(address(token), 1, calls, recipient, 0);
        bytes32 next = keccak256("order 2");
        address first = filler.runnerOf(solver, ORDER);
        address second = filler.runnerOf(solver, next);
        vm.assertFalse(first == second);
        calls[0] = Call(address(shop), 0, abi.encodeCall(shop.buy, (address(token), 100)));
        vm.prank(solver);
        vm.expectPartialRevert(IRunner.CallFailed.selector);
        filler.fillWithCalls(next, address(token), 100, calls, recipient);
    }

    function test_ACallCannotReenterAFill() public {
        Reentrant reentrant = _reentrant();
        Call[] memory calls = new Call[](1);
        calls[0] = Call(address(reentrant), 1, "");
        _fillWithCalls(NATIVE, 1, calls, recipient, 1);
        vm.assertTrue(reentrant.reached());
        vm.assertFalse(reentrant.succeeded());
    }

    function test_ARejectedSweepRevertsTheFill() public {
        address rejector = address(new Rejector());
        vm.expectRevert(abi.encodeWithSelector(IRunner.SweepFailed.selector, rejector, 5));
        _fillWithCalls(NATIVE, 5, new Call[](0), rejector, 5);
        _fillWithCalls(address(token), 5, new Call[](0), rejector, 0);
        vm.assertEq(token.balanceOf(rejector), 5);
    }

    function test_DonationsToARunnerAreSweptAndNotReported() public {
        token.mint(filler.runnerOf(solver, ORDER), 50);
        vm.deal(filler.runnerOf(solver, ORDER), 5);
        vm.expectEmit(address(filler));
        emit IFiller.Filled(ORDER, solver, recipient, address(token), 10);
        _fillWithCalls(address(token), 10, new Call[](0), recipient, 0);
        vm.assertEq(token.balanceOf(recipient), 60);
        vm.assertEq(recipient.balance, 5);
    }

    function test_OnlyTheFillerRunsARunner() public {
        CallRunner implementation = CallRunner(payable(filler.RUNNER()));
        vm.assertEq(implementation.CREATOR(), address(filler));
        vm.assertEq(implementation.DEPOSITORY(), DEPOSITORY);
        _fillWithCalls(address(token), 1, new Call[](0), recipient, 0);
        CallRunner used = CallRunner(payable(filler.runnerOf(solver, ORDER)));
        vm.startPrank(solver);
        vm.expectRevert(abi.encodeWithSelector(IRunner.NotCreator.selector, solver));
        implementation.run(address(token), new Call[](0), solver);
        vm.expectRevert(abi.encodeWithSelector(IRunner.NotCreator.selector, solver));
        used.run(address(token), new Call[](0), solver);
        vm.stopPrank();
    }

    function test_TheFillerTakesNoPlainEther() public {
        vm.prank(solver);
        (bool success,) = address(filler).call{value: 1}("");
        vm.assertFalse(success);
    }

    /// @dev An account that tries to make a good fill of its own when it is paid.
    function _reentrant() private returns (Reentrant reentrant) {
        reentrant = new Reentrant();
        token.mint(address(reentrant), 1);
        vm.prank(address(reentrant));
        token.approve(address(filler), 1);
        reentrant.setHook(address(filler), abi.encodeCall(IFiller.fillErc20, (ORDER, address(token), recipient, 1)));
    }

    function _fillNative(address to, uint256 amount) private {
        vm.prank(solver);
        filler.fillNative{value: amount}(ORDER, to);
    }

    function _fillErc20(address asset, address to, uint256 amount) private {
        vm.prank(solver);
        filler.fillErc20(ORDER, asset, to, amount);
    }

    function _fillWithCalls(address asset, uint256 amount, Call[] memory calls, address to, uint256 value) private {
        vm.prank(solver);
        filler.fillWithCalls{value: value}(ORDER, asset, amount, calls, to);
    }

    function _give(address asset, uint256 amount) private {
        PlainToken(asset).mint(solver, amount);
        vm.prank(solver);
        (bool success,) = asset.call(abi.encodeCall(token.approve, (address(filler), amount)));
        vm.assertTrue(success);
    }

    function _assertEmpty() private view {
        address[3] memory accounts = [address(filler), filler.RUNNER(), filler.runnerOf(solver, ORDER)];
        for (uint256 i = 0; i < 3; ++i) {
            vm.assertEq(accounts[i].balance, 0);
            vm.assertEq(token.balanceOf(accounts[i]), 0);
        }
    }
}
