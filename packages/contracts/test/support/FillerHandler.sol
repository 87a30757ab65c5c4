// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Filler} from "../../src/Filler.sol";
import {Call} from "../../src/interfaces/ICallRunner.sol";
import {FillPlan, IFiller} from "../../src/interfaces/IFiller.sol";
import {PlanCall} from "../../src/interfaces/IRouter.sol";
import {Shop} from "./Accounts.sol";
import {Pool} from "./Pools.sol";
import {FeeToken, PlainToken} from "./WeirdTokens.sol";
import {vm} from "./Vm.sol";

/// @notice Solvers who pay orders, and an attacker who writes the calls of some of them.
contract FillerHandler {
    Filler public immutable filler;
    Shop public immutable shop = new Shop();
    Pool public immutable pool = new Pool();
    address public immutable attacker = address(0xa77ac);
    address public immutable victim = address(0x71c71);
    address public immutable recipient = address(0x4ec1);

    PlainToken[2] public tokens;
    address[2] public solvers = [address(0x1111), address(0x2222)];
    mapping(address solver => mapping(bytes32 orderId => uint256)) public fills;
    address[] public runners;
    string public breach;

    constructor() {
        filler = new Filler(address(0xde905));
        tokens = [new PlainToken(), PlainToken(address(new FeeToken()))];
        tokens[0].mint(address(pool), type(uint128).max);
        address[3] memory rich = [solvers[0], solvers[1], victim];
        for (uint256 i = 0; i < 3; ++i) {
            vm.deal(rich[i], 1_000_000);
            for (uint256 j = 0; j < 2; ++j) {
                tokens[j].mint(rich[i], 1_000_000);
                vm.prank(rich[i]);
                tokens[j].approve(address(filler), type(uint256).max);
            }
        }
    }

    function fillNative(uint256 who, uint256 which, uint256 amount) external {
        amount = 1 + amount % 100;
        vm.prank(solvers[who % 2]);
        filler.fillNative{value: amount}(_order(which), recipient);
        _count(who, which);
    }

    function fillErc20(uint256 who, uint256 which, uint256 what, uint256 amount) external {
        vm.prank(solvers[who % 2]);
        filler.fillErc20(_order(which), address(tokens[what % 2]), recipient, 1 + amount % 1_000);
        _count(who, which);
    }

    function fillWithGoodCalls(uint256 who, uint256 which, uint256 what, uint256 amount, uint96 value) external {
        PlainToken token = tokens[what % 2];
        amount = 100 + amount % 1_000;
        Call[] memory calls = new Call[](2);
        calls[0] = Call(address(token), 0, abi.encodeCall(token.approve, (address(shop), type(uint256).max)));
        calls[1] = Call(address(shop), value % 10, abi.encodeCall(shop.buy, (address(token), amount / 2)));
        _fillWithCalls(who, which, address(token), amount, calls, value % 100);
    }

    function fillWithTheAttackersCall(uint256 who, uint256 which, uint256 what, uint256 kind) external {
        PlainToken token = tokens[what % 2];
        address solver = solvers[who % 2];
        address other = solvers[(who + 1) % 2];
        bytes32 orderId = _order(which);
        Call[9] memory wishes = [
            Call(address(token), 0, abi.encodeCall(token.transferFrom, (victim, attacker, 1))),
            Call(address(token), 0, abi.encodeCall(token.transferFrom, (solver, attacker, 1))),
            Call(address(token), 0, abi.encodeCall(token.transferFrom, (other, attacker, 1))),
            Call(address(filler), 0, abi.encodeCall(IFiller.fillErc20, (orderId, address(token), attacker, 1))),
            Call(filler.RUNNER(), 0, hex"01"),
            Call(filler.runnerOf(solver, orderId), 0, hex"01"),
            Call(address(0xde905), 0, ""),
            Call(0x000000000022D473030F116dDEE9F6B43aC78BA3, 0, ""),
            Call(attacker, 0, hex"01")
        ];
        Call[] memory calls = new Call[](1);
        calls[0] = wishes[kind % 9];
        _fillWithCalls(who, which, address(token), 10, calls, 0);
        breach = "an attacker's call went through";
    }

    /// @dev Swaps either token for the first one, makes a call with it, and tops the recipient up.
    function fillPlan(uint256 who, uint256 which, uint256 what, uint256 amount, uint256 rate, uint256 minimum) external {
        PlainToken token = tokens[what % 2];
        amount = 100 + amount % 1_000;
        pool.setRate(rate % 5);
        FillPlan memory plan = _plan(token, amount);
        plan.swap = new PlanCall[](1);
        plan.swap[0] = PlanCall(
            address(pool), 0, abi.encodeCall(pool.swapTokens, (token, amount / 2, tokens[0])), address(token), amount
        );
        plan.minimum = 1 + minimum % 2_000;
        plan.maximum = plan.minimum + rate % 100;
        plan.calls[0] = Call(address(tokens[0]), 0, abi.encodeCall(token.approve, (address(shop), 1)));
        plan.topup = rate % 7;
        uint256 before = tokens[0].balanceOf(recipient);
        _fillPlan(who, which, plan);
        uint256 delivered = tokens[0].balanceOf(recipient) - before;
        if (delivered < plan.minimum || delivered > plan.maximum) breach = "a plan paid something else";
    }

    function fillPlanWithTheAttackersCall(uint256 who, uint256 which, uint256 what, uint256 kind) external {
        PlainToken token = tokens[what % 2];
        address next = filler.runnerOf(solvers[who % 2], _order(which + 1));
        Call[5] memory wishes = [
            Call(address(token), 0, abi.encodeCall(token.transferFrom, (victim, attacker, 1))),
            Call(address(token), 0, abi.encodeCall(token.transferFrom, (solvers[kind % 2], attacker, 1))),
            Call(address(token), 0, abi.encodeCall(token.transferFrom, (next, attacker, 1))),
            Call(address(filler), 0, abi.encodeCall(IFiller.fillPlan, (_order(which), _plan(token, 1)))),
            Call(attacker, 0, hex"01")
        ];
        FillPlan memory plan = _plan(token, 100);
        plan.calls[0] = wishes[kind % 5];
        _fillPlan(who, which, plan);
        breach = "an attacker's call went through in a plan";
    }

    /// @dev The attacker pulls with whatever approval earlier fills left behind.
    function pullFromRunners(uint256 which, uint256 what) external {
        if (runners.length == 0) return;
        vm.prank(address(shop));
        (bool success,) = address(tokens[what % 2]).call(
            abi.encodeCall(tokens[0].transferFrom, (runners[which % runners.length], attacker, 1))
        );
        if (success) breach = "a runner held something";
    }

    function runDirectly(uint256 which, uint256 what) external {
        address runner = runners.length == 0 ? filler.RUNNER() : runners[which % runners.length];
        vm.prank(attacker);
        (bool success,) = runner.call(
            abi.encodeWithSignature(
                "run(address,(address,uint256,bytes)[],address)", address(tokens[what % 2]), new Call[](0), attacker
            )
        );
        if (success) breach = "a stranger ran a runner";
    }

    function runnerCount() external view returns (uint256) {
        return runners.length;
    }

    function orderOf(uint256 which) external pure returns (bytes32) {
        return _order(which);
    }

    function _fillWithCalls(
        uint256 who,
        uint256 which,
        address token,
        uint256 amount,
        Call[] memory calls,
        uint256 value
    ) private {
        vm.prank(solvers[who % 2]);
        filler.fillWithCalls{value: value}(_order(which), token, amount, calls, recipient);
        runners.push(filler.runnerOf(solvers[who % 2], _order(which)));
        _count(who, which);
    }

    function _plan(PlainToken token, uint256 amount) private view returns (FillPlan memory plan) {
        (plan.token, plan.amount, plan.paid) = (address(token), amount, address(tokens[0]));
        (plan.minimum, plan.maximum, plan.to) = (1, type(uint256).max, recipient);
        plan.calls = new Call[](1);
    }

    function _fillPlan(uint256 who, uint256 which, FillPlan memory plan) private {
        vm.prank(solvers[who % 2]);
        filler.fillPlan{value: plan.topup}(_order(which), plan);
        runners.push(filler.runnerOf(solvers[who % 2], _order(which)));
        _count(who, which);
    }

    function _count(uint256 who, uint256 which) private {
        fills[solvers[who % 2]][_order(which)] += 1;
    }

    function _order(uint256 which) private pure returns (bytes32) {
        return bytes32(which % 16);
    }
}
